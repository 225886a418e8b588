import { baseLanguage } from '../core/language.ts';
import { sentenceLists } from './sentence-lists.ts';
import type { SentenceLists } from './sentence-lists.ts';

/** Rules of a language for the end of a sentence. Abbreviations are in lower case, without the last full stop. */
export interface SentenceRules {
  /** Abbreviations before a name or word, which never end a sentence. */
  readonly titles: ReadonlySet<string>;
  /** Abbreviations that are words, too (Russian `им.`): they end a sentence only when the next word is a starter. */
  readonly ambiguous: ReadonlySet<string>;
  /** Abbreviations that do not end a sentence before a number. */
  readonly beforeNumber: ReadonlySet<string>;
  /** Abbreviations that end a sentence when the next word is a starter. */
  readonly closing: ReadonlySet<string>;
  /** Words, in lower case, that begin many sentences and rarely have a capital elsewhere. */
  readonly starters: ReadonlySet<string>;
  /** A number with a full stop is an ordinal (`3. Mai`). */
  readonly ordinals: boolean;
}

/** Returns the rules for a language (BCP-47, regions are ignored); the English ones where a language has none. */
export function sentenceRules(language: string): SentenceRules {
  const base = baseLanguage(language);
  const own = rules.get(base) ?? english;
  return own.ordinals === ordinalLanguages.has(base) ? own : { ...own, ordinals: ordinalLanguages.has(base) };
}

const ordinalLanguages = new Set([
  'cs',
  'da',
  'de',
  'et',
  'fi',
  'hr',
  'hu',
  'is',
  'lv',
  'no',
  'pl',
  'sk',
  'sl',
  'sr',
  'tr',
]);

function rulesOf(lists: SentenceLists, ordinals = false): SentenceRules {
  return {
    titles: words(lists.titles),
    ambiguous: words(lists.ambiguous ?? ''),
    beforeNumber: words(lists.beforeNumber),
    closing: words(lists.closing),
    starters: words(lists.starters),
    ordinals,
  };
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/u).filter((word) => word !== ''));
}

const english = rulesOf({
  titles: `adm assn atty brig capt cmdr col comdr cpl dr drs fr gen gov hon lt maj messrs mgr mlle mme mr mrs ms msgr mt pres
    prof pvt rev sen sens sgt st supt vs viz cf e.g i.e esp approx ca c dept univ`,
  beforeNumber: `no nos p pp vol vols fig figs ch chap chaps art sec par para ver v vv op nr l ll n pt bk eq jan feb mar apr
    jun jul aug sep sept oct nov dec`,
  closing: `etc jr sr inc ltd co corp bros al ave blvd rd esq a.m p.m am pm b.c a.d b.c.e c.e u.s u.k u.s.a u.n e.u ph.d m.d b.a m.a
    d.c mass cal conn pa va ft oz lb lbs in hr hrs min mins sec approx est`,
  starters: `a after all although an and another any are as at because before both but by can did do does during each even
    every everyone few finally first for from had has have he her here his how however i if in indeed is it its just later let
    many may meanwhile most my never nevertheless no nobody none not nothing now of oh on once one only or our perhaps several
    she should since so some someone still such that the their then there therefore these they this those though three through
    thus to today tomorrow two under unless until was we well were what when where whether which while who why will with
    without would yes yet you your`,
});

const german = rulesOf(
  {
    titles: `dr prof hr hrn fr frl st dipl ing lic z.b d.h u.a i.d.r i.e bzw ca vgl sog evtl ggf inkl exkl zzgl geb gest
    verh s.o s.u o.ä v.a m.e bes insb insbes ehem kgl kais hl röm griech lat engl frz dt jr o.g u.u z.t zb dh resp entspr
    gegr mind allg`,
    beforeNumber:
      'nr bd bde s abb abs art kap tab anm z jh jg aufl tel jan feb febr mär apr jun jul aug sept okt nov dez',
    closing: 'usw etc uvm u.v.m ff f bzgl v.chr n.chr chr str co gmbh inc ltd sen jun ebd e.v',
    starters: `aber alle als also am an auch auf aus bei beide bis da dabei dadurch dafür dagegen daher damals damit danach dann
    darauf darum das dass davon dem den denn dennoch der des deshalb dessen die dies diese dieser dieses doch dort du durch
    ein eine einen einer einige er es euer für gegen hat hatte heute hier hinter ich ihm ihn ihr ihre im immer in ist ja
    jede jeder jedes jedoch jetzt kein keine man manche mein meine mit nach nachdem nein nicht nichts niemand noch nun nur ob
    obwohl oder ohne plötzlich schließlich schon sein seine seit sie so sobald sogar solche trotzdem um und uns unser unter
    viele vielleicht vom von vor war waren warum was weil wenn wer wie wieder wir wo zu zuerst zum zur zwar zwischen`,
  },
  true,
);

const french = rulesOf({
  titles:
    'm mm mme mmes mlle mlles dr drs me mes mgr pr prof st ste sts cap col gén lt sgt c.-à-d c.-à-dire p.ex ex cf env av apr éd trad',
  beforeNumber: 'n no nos p pp vol t chap art fig v vv al paragr tél janv févr avr juil sept oct nov déc',
  closing: 'etc jr sr cie sté j.-c bd hab min',
  starters: `à alors après ainsi au aucun aussi autre aux avant avec bien bientôt ce ceci cela celle celui cependant ces cet
    cette ceux chacun chaque comme comment d dans de depuis des dès donc du elle elles en encore enfin ensuite entre est et
    finalement il ils j je jamais l la le les leur leurs lorsque lui ma mais malgré maintenant mes moi mon même ni non nos
    notre nous on or ou où oui par parce pendant personne peut plus plusieurs pour pourquoi pourtant puis puisque qu quand
    que quel quelle quelques qui quoi rien s sa sans se selon ses si son sous sur ta tant tandis tous tout toute toutefois
    toutes très tu un une vers voici voilà vos votre vous y`,
});

const spanish = rulesOf({
  titles:
    'sr sra sres sras srta srtas dr dra dres d dña fr gral lic ing prof profa sto sta mons ud uds vd vds p.ej ej cf aprox excmo excma ilmo',
  beforeNumber:
    'n no núm núms nro p pág págs pp vol vols t cap caps art fig tel ene feb mar abr may jun jul ago sept oct nov dic',
  closing: 'etc a.c d.c a.m p.m ee.uu s.a cía c.v av avda jr',
  starters: `a ahora al algunos antes aquel aquella aquí así aunque ayer bajo cada casi como con cuando cuál cómo de del desde
    después donde durante e el ella ellas ellos en entonces entre era es esa ese eso esta estaba este esto estos está finalmente ha
    había hacia hasta hay hoy la las le les lo los luego mas me mi mientras muchos muy más nada nadie ni no nos nosotros
    nuestra nuestro nunca o otra otro para pero por porque pronto pues que quien quién qué se según ser si sin sino sobre
    solo su sus sí también tan te tenía todas todo todos tras tu tú un una uno unos usted y ya yo él`,
});

const italian = rulesOf({
  titles:
    'sig sigg sig.ra sig.na dott dott.ssa dr prof prof.ssa avv ing arch on sen gen col cap s ss p.es es cfr ca geom rag mons rev ill egr spett',
  beforeNumber:
    'n nn p pag pagg pp vol voll cap capp art artt fig figg tel gen feb mar apr mag giu lug ago set sett ott nov dic',
  closing: 'ecc etc a.c d.c s.p.a s.r.l spa srl jr',
  starters: `a ad adesso al alcuni alla allora anche ancora appena basta c che chi ci ciò come con così cosa cui da dai dal
    dalla del della delle di dopo dove dunque dunque durante e ecco ed egli era erano eppure essa essi fino finalmente fra già
    ha ho i il in infatti infine io l la le lei lo loro lui ma mentre mi mia mio molti ne negli nel nella nessuno niente noi
    non nostra o oggi ogni ora per perché perciò però più poi poiché prima purtroppo qualche quale quando quanto quasi quel
    quella quelle quelli quello questa queste questi questo qui quindi se sebbene senza si sia solo sono sopra sotto
    sua subito sul sulla suo tra tu tutti tutto un una uno voi è`,
});

const portuguese = rulesOf({
  titles:
    'sr sra srs sras srta dr dra drs d prof profa eng arq gen cel cap ten sto sta s v.ex.ª v.ex ex exmo exma p.ex cf aprox',
  beforeNumber:
    'n no núm p pág págs pp vol vols t cap caps art arts fig tel jan fev mar abr mai jun jul ago set out nov dez',
  closing: 'etc a.c d.c s.a ltda cia av jr',
  starters: `a afinal agora ainda algumas alguns ali antes ao aos apenas após aquela aquele aqui as assim até cada com como
    contudo da das de depois desde dessa deste do dos durante e ela elas ele eles em embora enfim enquanto então entre era eram
    essa esse esta este estava eu foi foram há hoje isso isto já lá logo mais mas me mesmo meu minha muitas muito muitos na nada não
    nas nem nenhum ninguém no nos nossa nosso nunca o onde ontem os ou outra outro para pela pelo por porque porém
    pois porquê quando quase que quem qual se seja sem sempre ser seu seus si sim sob sobre sua suas só também tanto
    tem tinha toda todas todo todos tudo tu um uma você vocês à às é`,
});

const dutch = rulesOf({
  titles:
    'dhr mevr mw mr dr drs ir ing prof ds st bijv bv b.v d.w.z d.i m.a.w m.b.t o.a i.p.v t.a.v t.o.v i.v.m ca evt excl incl z.g zgn vgl resp mgr gebr',
  beforeNumber: 'nr nrs blz p pp deel dl hfst art afb fig jg jan feb mrt apr jun jul aug sept okt nov dec',
  closing: 'enz etc e.d e.a jr sr n.v v.chr n.chr chr str',
  starters: `aan achter al alle alleen als altijd bij binnen daar daarna daarom dan dat de deze die dit doch door dus echter een
    eens eerst elk elke en er ga geen haar had heb hebben heeft het hier hij hoe hoewel hun iemand ieder iedereen ik in is ja je
    jij jullie kan later maar mag men met mijn misschien na naar nadat nee niemand niet niets nog nooit nu of om omdat
    onder ons onze ook op over plotseling sinds soms te tegen terwijl toch toen tot u uit uiteindelijk vaak van vanaf veel
    vervolgens volgens voor waar waarom wanneer want waren was wat we weer wel wie wij zal ze zelfs zich zij zijn zo zodra
    zonder zou`,
});

const rules: ReadonlyMap<string, SentenceRules> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
  ['es', spanish],
  ['it', italian],
  ['pt', portuguese],
  ['nl', dutch],
  ...Object.entries(sentenceLists).map(([language, lists]) => [language, rulesOf(lists)] as const),
]);
