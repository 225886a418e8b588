import type { Language } from '../language.ts';

/** What is known of German. */
export const german: Language = {
  commonWords: 'und die der das nicht ist ein zu den sich',
  dottedOrdinals: true,
  quotations: { inward: true },
  numbers: {
    small: `null ein/eins/eine/einen/einem/einer/erst zwei/zwo drei/dritt vier fünf sechs sieb/sieben acht neun
      zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig/dreissig vierzig
      fünfzig sechzig siebzig achtzig neunzig`,
    more: 'hundert=100 tausend=1000 million=1000000 millionen=1000000 milliarde=1000000000 milliarden=1000000000',
    endings: '(?:s?te[nrsm]?|e[nrsm]?|er)',
    ordinals: '(?:te|dritte|erste)[nrsm]?$',
    links: 'und',
    points: 'komma punkt',
    minus: 'minus',
    unitsFirst: true,
  },
  titles: {
    chapter: 'kapitel',
    part: 'teil|buch|band|akt|aufzug',
    scene: 'szene|auftritt|brief',
    cover: 'umschlag',
    contents: 'inhalt(?:sverzeichnis)?',
    bibliography: `literaturverzeichnis quellenverzeichnis bibliografie bibliographie literatur literaturhinweise
      literaturangaben quellen`,
    pieces: 'prolog|epilog|einleitung|einführung|vorwort|geleitwort|nachwort|anhang\\b.*|widmung|motto|danksagung',
    numbers: `1=eins/erster/erstes/ersten/erste 2=zwei/zweiter/zweites/zweiten/zweite
      3=drei/dritter/drittes/dritten/dritte 4=vier/vierter/viertes/vierten/vierte
      5=fünf/fünfter/fünftes/fünften/fünfte 6=sechs/sechster/sechstes/sechsten/sechste
      7=sieben/siebenter/siebentes/siebenten/siebente/siebter/siebtes/siebten/siebte
      8=acht/achter/achtes/achten/achte 9=neun/neunter/neuntes/neunten/neunte 10=zehn/zehnter/zehntes/zehnten/zehnte
      11=elf/elfter/elftes/elften/elfte 12=zwölf/zwölfter/zwölftes/zwölften/zwölfte
      13=dreizehnter/dreizehntes/dreizehnten/dreizehnte/dreizehn
      14=vierzehnter/vierzehntes/vierzehnten/vierzehnte/vierzehn
      15=fünfzehnter/fünfzehntes/fünfzehnten/fünfzehnte/fünfzehn
      16=sechzehnter/sechzehntes/sechzehnten/sechzehnte/sechzehn
      17=siebzehnter/siebzehntes/siebzehnten/siebzehnte/siebzehn
      18=achtzehnter/achtzehntes/achtzehnten/achtzehnte/achtzehn
      19=neunzehnter/neunzehntes/neunzehnten/neunzehnte/neunzehn`,
  },
  clock: {
    hours: 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    full: '{h} Uhr',
    quarter: 'Viertel nach {h}|viertel nach {h}|viertel {n}',
    half: 'halb {n}',
    threeQuarters: 'Viertel vor {n}|viertel vor {n}|dreiviertel {n}|drei Viertel {n}',
  },
  narrator: {
    small: 'der die das des dem den und von uhr',
    timeUnits: 'uhr',
    signs: {
      '=': 'gleich ist',
      '+': 'plus',
      '×': 'mal',
      '÷': 'durch geteilt',
      '§': 'artikel paragraph',
      '№': 'nummer',
      '#': 'nummer',
      '½': 'halb halbe halber halben',
      '¼': 'viertel',
      '¾': 'drei viertel dreiviertel',
    },
  },
  negations: {
    plain: 'nicht|kein(?:e[mnrs]?)?|nie|niemals|niemand(?:e[mn])?|nichts',
    other:
      'nicht\\p{L}+|ohne|weder|nirgend\\p{L}*|kaum|un(?!d|ter|ser|s|i|gef)\\p{L}{4,}|\\p{L}{3,}los(?:e[mnrs]?)?|\\p{L}*weiger\\p{L}*|\\p{L}*fehlt\\p{L}*',
  },
  speakers: {
    verbs: `sagte sagt fragte fragt rief ruft antwortete antwortet erwiderte erwidert meinte meint flüsterte
      flüstert schrie schreit murmelte murmelt brummte entgegnete bemerkte erklärte begann fuhr fügte wiederholte
      versetzte seufzte lachte stammelte sprach spricht dachte wollte befahl bat`,
    male: 'er ihn ihm sein seine seinen seinem seiner',
    female: 'sie ihr ihre ihren ihrem ihrer',
    maleTitles: 'herr herrn könig prinz graf baron onkel vater bruder',
    femaleTitles: 'frau fräulein königin prinzessin gräfin tante mutter schwester',
    titles: 'doktor dr professor hauptmann oberst general kommissar',
    subjects: 'er sie ich',
  },
  announcements: {
    formula: 'Formel',
    picture: 'Bild auf Seite #',
    code: { one: 'Codebeispiel, # Zeile.', other: 'Codebeispiel, # Zeilen.' },
  },
  sample: 'Ich heiße {name}. Die letzte Straßenbahn fuhr den Hügel hinauf, und niemand wollte aussteigen.',
  testSentence: 'Der alte Mann zählte heute Morgen sieben Schiffe im Hafen.',
};
