/**
 * English words whose sound depends on the sentence: function words, which have a weak form, and words of two readings. The model's lexicon
 * has one reading for each, with full stress.
 */
const words: ReadonlySet<string> = new Set(
  (
    'a an the of to and or nor but for from at as by in on into onto with than that this these those there here is am are was were be been ' +
    'being has have had having do does did can could shall should will would may might must he him his she her hers it its we us our ours ' +
    'you your yours they them their theirs who whom whose which what when where why how i me my mine if not no so up out off over some any ' +
    "because just such i'm i've i'd i'll you're you've you'd you'll he's he'd he'll she's she'd she'll it's it'd it'll we're we've we'd we'll " +
    "they're they've they'd they'll that's that'll that'd there's there'd there'll here's what's who's who'd who'll where's when's let's " +
    // Words of two readings.
    'absent abuse abuses addict address advocate affect alternate appropriate approximate articulate attribute august bass bow bows bowed ' +
    'close closer combat compact complex compound compress conduct confine conflict console content contest contract contrast converse ' +
    'convert convict coordinate decrease defect delegate deliberate desert diffuse digest discharge discount discourse does dove duplicate ' +
    'elaborate entrance escort essay estimate estimates excuse excuses exploit export extract graduate house houses impact implant import ' +
    'incline increase insert insult intimate invalid invite lead leads live lives minute minutes moderate moped object objects overlap ' +
    'perfect permit permits pervert polish predicate present presents produce progress project projects protest protests read reading rebel ' +
    'rebels recall record records refill refund refuse reject relay research resume row rows secrete segment separate sewer sow subject subjects ' +
    'survey suspect suspects syndicate tear tears torment transfer transplant transport upset use used uses wind winds wound wounds'
  ).split(' '),
);

/** Reports whether the sentence decides how a word in small letters sounds. */
export function isReadInContext(word: string): boolean {
  return words.has(word);
}
