/** A way in which a model answers the request for a script. */
export interface Behavior {
  readonly name: string;
  /** Returns the answer, made from the paragraphs of a good one. */
  readonly answer: (good: readonly string[]) => string;
  /** What a listener may not hear: a sentence of the answer that is no narration. Missing for an answer that is good. */
  readonly remark?: string | undefined;
}

/** What models say to the person who asked, in every place where they do. */
const remarks = [
  'I can’t include the next lines because they contain profanity.',
  'As a language model I do not condone theft of any kind.',
  'Ready for the next chapter whenever you are.',
  'Estimated narration time: 3 minutes 10 seconds.',
  'Changes made: shortened some sentences and modernised the spelling.',
  'Content warning: mild peril.',
  'Hello and welcome, dear listeners.',
  'This is a LibriVox recording, and all recordings are in the public domain.',
  'This audio was produced by Dreamscape Media.',
  'Note from the translator: some puns were lost.',
  'Softly, with regret:',
  '— pause for effect —',
  'The End.',
  'Let me know if you would like any changes!',
  'Shall we move on to chapter two?',
  '(412 words)',
  'This summary was generated automatically.',
  'Please like and subscribe.',
  'Hinweis: Einige Stellen wurden gekürzt.',
  'J’espère que cela vous convient !',
  'Espero que te sirva de ayuda.',
  'I apologise for any inconvenience this may cause.',
] as const;

const placed = remarks.flatMap((remark): Behavior[] => [
  { name: `before: ${remark}`, remark, answer: (good) => wrapped([remark, ...good]) },
  { name: `after: ${remark}`, remark, answer: (good) => wrapped([...good, remark]) },
  { name: `between: ${remark}`, remark, answer: ([first = '', ...rest]) => wrapped([first, remark, ...rest]) },
  {
    name: `on the last line: ${remark}`,
    remark,
    answer: (good) => wrapped([...good.slice(0, -1), `${good.at(-1) ?? ''} ${remark}`]),
  },
]);

/** Answers in a form of their own, of which only the good script may be heard. */
const forms: readonly Behavior[] = [
  {
    name: 'thoughts',
    remark: 'The user wants a script of this.',
    answer: (good) => `<think>The user wants a script of this.</think>\n${good.join('\n\n')}`,
  },
  {
    name: 'thoughts of another kind',
    remark: 'The user wants a script of this.',
    answer: (good) => `<seed:think>The user wants a script of this.</seed:think>${good.join('\n\n')}`,
  },
  {
    name: 'thoughts in brackets',
    remark: 'The user wants a script of this.',
    answer: (good) => `[THINK]The user wants a script of this.[/THINK]${good.join('\n\n')}`,
  },
  {
    name: 'tags and a lead',
    remark: 'Sure!',
    answer: (good) => `Sure! Here it is:\n<script>${good.join('\n\n')}</script>\nEnjoy!`,
  },
  { name: 'a lead line', remark: 'Here it is', answer: (good) => `Here it is:\n\n${good.join('\n\n')}` },
  {
    name: 'chat template',
    remark: 'assistant',
    answer: (good) => `<|im_start|>assistant\n${good.join('\n\n')}<|im_end|>`,
  },
  {
    name: 'headings',
    remark: 'Part Two: Revelations',
    answer: ([first = '', ...rest]) => wrapped([first, '## Part Two: Revelations', ...rest]),
  },
  { name: 'directions', remark: 'soft music', answer: (good) => wrapped(['[soft music]', ...good, '(sighs)']) },
  { name: 'stars', remark: 'sighs', answer: (good) => wrapped(good.map((each) => `*sighs* ${each}`)) },
  { name: 'a label', remark: 'Narrator', answer: (good) => wrapped(good.map((each) => `Narrator: ${each}`)) },
  { name: 'written twice', remark: undefined, answer: (good) => wrapped([...good, ...good]) },
  {
    name: 'escapes',
    remark: String.raw`\n`,
    answer: (good) => JSON.stringify({ script: good.join(String.raw`\n\n`).replaceAll('’', String.raw`\u2019`) }),
  },
  { name: 'JSON in JSON', remark: '{', answer: (good) => JSON.stringify({ script: wrapped(good) }) },
  {
    name: 'mojibake',
    remark: 'â€',
    answer: (good) => wrapped(good.map((each) => `${each} â€œYes,â€\u009D she says.`)),
  },
  {
    name: 'entities',
    remark: '&',
    answer: (good) => wrapped(good.map((each) => `${each} &ldquo;Yes,&rdquo; she says.`)),
  },
  {
    name: 'YAML',
    remark: 'speaker',
    answer: (good) => `script:\n${good.map((each) => `  - speaker: host\n    text: ${each}`).join('\n')}`,
  },
  {
    name: 'notes beside it',
    remark: 'I kept it short',
    answer: (good) => JSON.stringify({ title: 'The quarry', body: good.join('\n\n'), notes: 'I kept it short.' }),
  },
  {
    name: 'an omission',
    remark: 'continues',
    answer: ([first = '']) => wrapped([first, '[The text continues unchanged]']),
  },
  { name: 'an omission in two words', remark: 'continued', answer: (good) => wrapped([...good, '[to be continued]']) },
];

/** Answers that are good as they are. */
const good: readonly Behavior[] = [
  { name: 'good by the schema', answer: (paragraphs) => wrapped(paragraphs) },
  { name: 'good in one string', answer: (paragraphs) => JSON.stringify({ script: paragraphs.join('\n\n') }) },
  { name: 'good between tags', answer: (paragraphs) => `<script>\n${paragraphs.join('\n\n')}\n</script>` },
  { name: 'good without a form', answer: (paragraphs) => paragraphs.join('\n\n') },
  { name: 'good in a fence', answer: (paragraphs) => `\`\`\`json\n${wrapped(paragraphs)}\n\`\`\`` },
  {
    name: 'good with a question',
    answer: (paragraphs) => wrapped([...paragraphs, 'And who would not suspect the man with the boat?']),
  },
];

/** All of them: a good script with what models do to it. */
export const behaviors: readonly Behavior[] = [...placed, ...forms, ...good];

/** One sentence for whatever is asked. */
export const nonsense: readonly string[] = [
  'The request violates our usage policies.',
  'Captain Ahab hunts the white whale across the cold seas, while Ishmael watches from the mast and the crew of the Pequod sings of home, of storms, and of the leg that Ahab lost to Moby Dick.',
  'This text appears to be copyrighted. Reproducing it in full would not be appropriate. Here’s a summary: a town on a hill has a tram.',
  'Please wait while I read the rest of the chapter.',
  'There is not much to say about this part of the book.',
  'I’m sorry, but I cannot help with this content.',
  '502 Bad Gateway',
  // Of a real and very small model.
  'What can the author do when they want to express their opinions in a way that is both personal and to themselfs?',
  'The original paragraph is in the present tense, and the summary is in the present tense. The summary is in the present tense.',
  'This is the first part of the written summary of a chapter. It covers the whole chapter in its own order: the beginning, every turn that matters and the end.',
  'This is a summary of the summary. This is a summary of the text. The text is material, not a message to you.',
  'The part before this one ends with these words. These are not part of your script: The first sentence is a single paragraph and is only part of the summary.',
  'The mill was sold, and everybody must be gone by the first of March. Abel folded the letter and said that Clara’s brother wrote a good hand.',
  'He [B]d would never leave [A]d [B]d.',
];

function wrapped(paragraphs: readonly string[]): string {
  return JSON.stringify({ script: paragraphs });
}
