import type { WholeLanguage } from '../language.ts';
import { italianSpoken } from './italian-spoken.ts';

/** What is known of Italian. */
export const italian: WholeLanguage = {
  conjunctions: 'e|ed|o',
  commonWords: 'il di che la e un una non per in',
  sentences: {
    titles: `sig sigg sig.ra sig.na dott dott.ssa dr prof prof.ssa avv ing arch on sen gen col cap s ss p.es es cfr
      ca geom rag mons rev ill egr spett`,
    beforeNumber: `sec liv lett n nn p pag pagg pp vol voll cap capp art artt fig figg tel gen feb mar apr mag giu lug ago set
      sett ott nov dic`,
    closing: 'ecc etc a.c d.c s.p.a s.r.l spa srl jr',
    starters: `a ad adesso al alcuni alla allora anche ancora appena basta c che chi ci ciò come con così cosa cui
      da dai dal dalla del della delle di dopo dove dunque dunque durante e ecco ed egli era erano eppure essa essi
      fino finalmente fra già ha ho i il in infatti infine io l la le lei lo loro lui ma mentre mi mia mio molti ne
      negli nel nella nessuno niente noi non nostra o oggi ogni ora per perché perciò però più poi poiché prima
      purtroppo qualche quale quando quanto quasi quel quella quelle quelli quello questa queste questi questo qui
      quindi se sebbene senza si sia solo sono sopra sotto sua subito sul sulla suo tra tu tutti tutto un una uno
      voi è`,
  },
  quotations: { dash: true },
  titles: {
    authorNote: "note? (?:dell['’]autore|dell['’]autrice)|n/a",
    workedOn: 'tradotto da',
    roles: 'traduttore|traduttrice|traduzione|revisione',
    producerPages: 'liberliber',
    producers:
      'se questo libro ti è piaciuto, aiutaci a realizzarne altri|scopri sul sito internet di liber liber|quest[oa] e-?book è stato realizzato anche grazie al sostegno di',
    reference: 'vedi',
    picture: 'illustrazione',
    page: 'pagina|pag',
    chapter: 'capitolo|capitulum',
    part: 'parte|libro|tomo|atto',
    scene: 'scena',
    cover: 'copertina',
    contents: 'indice',
    links:
      "torna (?:su|all['’]indice|all['’]inizio)|precedente|successivo|(?:argomento|capitolo) (?:precedente|successivo|principale)|informazioni correlate",
    index: 'indiceanalitico indicedeinomi',
    bibliography: 'bibliografia riferimenti riferimentibibliografici operecitate',
    end: 'fine',
    pieces: 'pr[oó]logo|ep[ií]logo|introduzione|prefazione|conclusione|dedica|epigrafe|ringraziamenti',
    numbers: `1=un/uno/primo/prima 2=due/secondo/seconda 3=tre/terzo/terza 4=quattro/quarto/quarta
      5=quinto/quinta/cinque 6=sei/sesto/sesta 7=sette/settimo/settima 8=otto/ottavo/ottava 9=nove/nono/nona
      10=dieci/decimo/decima 11=undici/undicesimo/undicesima 12=dodici/dodicesimo/dodicesima`,
    title: 'titolo',
    of: 'di|da',
    imprint: 'editore',
    rights: 'diritti riservati',
    notes: 'note',
    pictures: 'illustrazioni tavole',
    pages: { 'title-page': 'frontespizio', contents: 'indice sommario indicedelleillustrazioni indicedellefigure' },
  },
  speakers: {
    verbs: `disse dice chiese chiede domandò domanda rispose risponde aggiunse replicò riprese continuò osservò spiegò
      dichiarò ordinò protestò insistette interruppe pensò fece`,
    manners: {
      whispered: 'sussurrò sussurra mormorò mormora bisbigliò',
      shouted: 'gridò grida urlò urla strillò',
      laughing: 'rise ridacchiò',
      sad: 'singhiozzò gemette pianse',
      angry: 'ringhiò sibilò',
      afraid: 'balbettò',
      urgent: 'supplicò implorò',
      excited: 'esclamò esclama',
      tired: 'sospirò sospira sbadigliò',
    },
    tones: {
      whispered: 'sottovoce sussurrando mormorando piano',
      shouted: 'gridando urlando',
      laughing: 'ridendo',
      sad: 'tristemente tristezza singhiozzando piangendo',
      angry: 'rabbiosamente furiosamente rabbia',
      afraid: 'timidamente tremando',
      urgent: 'frettolosamente impaziente',
      tender: 'dolcemente teneramente dolcezza tenerezza',
      ironic: 'ironicamente ironia',
      excited: 'eccitato eccitata entusiasmo',
      tired: 'stancamente stanco stanca sospirando sbadigliando',
    },
    male: 'egli lui',
    female: 'ella lei',
    maleTitles: 'signor sig don re principe duca conte zio padre fratello',
    femaleTitles: 'signora signorina donna regina principessa duchessa contessa zia madre sorella',
    titles: 'dottor dottore capitano colonnello generale professore ispettore',
    subjects: 'egli lui lei ella io',
  },
  announcements: {
    formula: 'formula',
    picture: 'Immagine a pagina #',
    code: { one: 'Esempio di codice, # riga.', other: 'Esempio di codice, # righe.' },
  },
  sample: 'Mi chiamo {name}. L’ultimo tram saliva la collina e nessuno voleva scendere.',
  spoken: italianSpoken,
  // Italian: stops and affricates are long by a sign, other consonants by a second letter, and vowels are never.
  letters: {
    voice: 'roa/it',
    standIns: { consonant: 'fofafò', vowel: 'avavofò' },
    ipa: {
      pp: 'pː',
      bb: 'bː',
      tt: 'tː',
      dd: 'dː',
      kk: 'kː',
      ɡɡ: 'ɡː',
      gg: 'ɡː',
      ttʃ: 'ʧː',
      ddʒ: 'ʤː',
      tts: 'ʦː',
      ddz: 'ʣː',
      fː: 'ff',
      vː: 'vv',
      lː: 'll',
      mː: 'mm',
      nː: 'nn',
      rː: 'rr',
      sː: 'S',
      aː: 'a',
      eː: 'e',
      ɛː: 'ɛ',
      iː: 'i',
      oː: 'o',
      ɔː: 'ɔ',
      uː: 'u',
      ɹ: 'r',
      ʁ: 'r',
    },
  },
};
