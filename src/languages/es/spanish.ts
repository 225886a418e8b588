import type { WholeLanguage } from '../language.ts';
import { spanishSpoken } from './spanish-spoken.ts';

/** What is known of Spanish. */
export const spanish: WholeLanguage = {
  conjunctions: 'y|e|o|u',
  commonWords: 'el la de que y los en un una se',
  sentences: {
    titles: `ee sr sra sres sras srta srtas dr dra dres d dña fr gral lic ing prof profa sto sta mons ud uds vd vds
      p.ej ej cf aprox excmo excma ilmo`,
    beforeNumber: `sal nv n no núm núms nro p pág págs pp vol vols t cap caps art fig tel ene feb mar abr may jun jul ago
      sept oct nov dic`,
    closing: 'uu etc a.c d.c a.m p.m ee.uu s.a cía c.v av avda jr',
    starters: `a ahora al algunos antes aquel aquella aquí así aunque ayer bajo cada casi como con cuando cuál cómo
      de del desde después donde durante e el ella ellas ellos en entonces entre era es esa ese eso esta estaba este
      esto estos está finalmente ha había hacia hasta hay hoy la las le les lo los luego mas me mi mientras muchos
      muy más nada nadie ni no nos nosotros nuestra nuestro nunca o otra otro para pero por porque pronto pues que
      quien quién qué se según ser si sin sino sobre solo su sus sí también tan te tenía todas todo todos tras tu tú
      un una uno unos usted y ya yo él`,
  },
  quotations: { dash: true },
  titles: {
    authorNote: 'notas? (?:del autor|de la autora)|n/a',
    chapterEnd: 'fin del cap[ií]tulo',
    workedOn: 'traducido por',
    roles: 'traductor|traductora|traducción|corrector|correctora|corrección',
    producerPages: 'epublibre elejandria',
    producers:
      'este libro se ha maquetado siguiendo los estándares de calidad de (?:www\\.)?epublibre|libro descargado en (?:www\\.)?elejandria',
    reference: 'véase|ver',
    picture: 'ilustraci[oó]n',
    page: 'p[aá]gina|p[aá]g',
    chapter: 'cap[ií]tulo',
    part: 'parte|libro|tomo|acto|jornada',
    scene: 'escena',
    numbered: 'episodio|lección|temporada|día|página|número',
    cover: 'cubierta',
    contents: 'índice|contenido',
    links:
      '(?:volver|ir) al? (?:inicio|índice|principio)|al índice|anterior|siguiente|(?:tema|capítulo|página) (?:anterior|siguiente|próximo|principal|padre)|información relacionada',
    index: 'índiceanalítico índicealfabético índiceonomástico',
    bibliography: 'bibliografía referencias referenciasbibliográficas obrascitadas obrasconsultadas',
    end: 'fin',
    pieces: 'pr[oó]logo|ep[ií]logo|introducci[oó]n|prefacio|conclusión|dedicatoria|epígrafe|agradecimientos',
    numbers: `1=un/uno/primero/primera/primer 2=dos/segundo/segunda 3=tres/tercero/tercera/tercer
      4=cuatro/cuarto/cuarta 5=cinco/quinto/quinta 6=seis/sexto/sexta 7=siete/séptimo/séptima 8=ocho/octavo/octava
      9=nueve/noveno/novena 10=diez/décimo/décima 11=once/undécimo/undécima 12=doce/duodécimo/duodécima`,
    title: 'título',
    by: 'por',
    of: 'de',
    imprint: 'editorial|traduc',
    nothing: 'desconocido|sin t[ií]tulo',
    rights: 'todos los derechos',
    notes:
      'notas|notas al pie|notas a pie|notas de pie|notas al pie de página|notas a pie de página|notas de pie de página',
    pictures: 'ilustraciones láminas',
    pages: {
      'title-page': 'portada portadilla',
      copyright: 'créditos derechosdeautor avisolegal colofón',
      contents:
        'índice contenido contenidos índicegeneral tabladecontenidos índicedeilustraciones índicedeláminas listadefiguras',
    },
  },
  speakers: {
    verbs: `dijo dice preguntó pregunta respondió responde contestó contesta añadió replicó repuso continuó prosiguió
      observó explicó declaró anunció ordenó protestó insistió interrumpió pensó`,
    manners: {
      whispered: 'susurró susurra murmuró murmura musitó cuchicheó',
      shouted: 'gritó grita chilló vociferó',
      laughing: 'rio rió',
      sad: 'sollozó gimió lloró',
      angry: 'gruñó bufó',
      afraid: 'balbuceó balbució tartamudeó',
      urgent: 'suplicó rogó imploró',
      excited: 'exclamó exclama',
      tired: 'suspiró suspira bostezó',
    },
    tones: {
      whispered: 'quedamente susurrando murmurando',
      shouted: 'gritando gritos',
      laughing: 'riendo riéndose risas',
      sad: 'tristemente tristeza llorando sollozando',
      angry: 'furioso furiosa furia airadamente enfadado enfadada',
      afraid: 'tímidamente temblando asustado asustada',
      urgent: 'apresuradamente impaciente',
      tender: 'dulcemente tiernamente dulzura ternura',
      ironic: 'irónicamente ironía sorna',
      excited: 'entusiasmado entusiasmada entusiasmo',
      tired: 'cansado cansada cansadamente suspirando bostezando',
    },
    male: 'él',
    female: 'ella',
    maleTitles: 'señor sr don rey príncipe duque conde tío padre hermano',
    femaleTitles: 'señora sra señorita srta doña reina princesa duquesa condesa tía madre hermana',
    titles: 'doctor dr capitán coronel general profesor inspector',
    subjects: 'él ella yo',
  },
  announcements: {
    formula: 'fórmula',
    picture: 'Imagen en la página #',
    code: { one: 'Ejemplo de código, # línea.', other: 'Ejemplo de código, # líneas.' },
  },
  sample: 'Me llamo {name}. El último tranvía subía la colina y nadie quería bajarse.',
  testSentence: 'El viejo contó siete barcos en el puerto esta mañana.',
  spoken: spanishSpoken,
  // Castilian Spanish: five vowels, no voiced `z`, `v` as `b`.
  letters: {
    voice: 'roa/es',
    standIns: { consonant: 'fofafó', vowel: 'avavofó' },
    ipa: {
      æ: 'a',
      ɑ: 'a',
      ɐ: 'a',
      ʌ: 'a',
      ɒ: 'o',
      ɔ: 'o',
      ə: 'e',
      ɜ: 'e',
      ɪ: 'i',
      ʊ: 'u',
      ɹ: 'ɾ',
      ʁ: 'r',
      h: 'x',
      v: 'b',
      z: 's',
      dʒ: 'ʝ',
      ː: '',
    },
  },
};
