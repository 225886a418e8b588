import type { WholeLanguage } from '../language.ts';
import { englishSpoken } from './english-spoken.ts';
import { englishTrialScenes } from './trial-scenes.ts';

/** What is known of English. */
export const english: WholeLanguage = {
  conjunctions: 'and|or|to',
  commonWords: 'the and of to a in that was it is',
  sentences: {
    titles: `ste pfc rep pt wm chas jas thos robt geo jos phil adm assn atty brig capt cmdr col comdr cpl dr drs fr gen gov hon lt maj messrs mgr mlle mme mr mrs ms
      msgr mt pres prof pvt rev sen sens sgt supt vs viz cf e.g i.e esp approx ca c dept univ`,
    ambiguous: 'st',
    beforeNumber: `lv lvl al ext ex fl rs apt max min avg lb lbs ft hr hrs matt rom cor gal eph phil col thess tim heb pet ps exod deut lev prov isa jer ezek no nos p pp vol vols fig figs ch chap chaps art sec par para ver v vv op nr l ll n pt bk eq jan
      feb mar apr jun jul aug sep sept oct nov dec`,
    closing: `etc jr sr inc ltd co corp bros al ave blvd rd esq a.m p.m b.c a.d b.c.e c.e u.s u.k u.s.a u.n
      e.u ph.d m.d b.a m.a d.c mass cal conn pa va ft oz lb lbs in hr hrs min mins sec approx est`,
    starters: `a after all although an and another any are as at because before both but by can did do does during
      each even every everyone few finally first for from had has have he her here his how however i if in indeed is
      it its just later let many may meanwhile most my never nevertheless no nobody none not nothing now of oh on
      once one only or our perhaps several she should since so some someone still such that the their then there
      therefore these they this those though three through thus to today tomorrow two under unless until was we well
      were what when where whether which while who why will with without would yes yet you your`,
  },
  titles: {
    authorNote:
      "author['’]?s?['’]? notes?|translator['’]?s?['’]? notes?|a/n|an|t/n|tl notes?|chapter (?:end )?notes?|end notes?",
    chapterEnd: '(?:end of (?:the )?chapter|chapter end)',
    workedOn: '(?:chapter )?(?:translated|edited|proof-?read|sponsored|beta.?d) by',
    roles: 'translator|editor|proof-?reader|publisher|author|beta|sponsor|tl|tlc|ed|pr|qc|raws?',
    producerPages: 'internetarchive notice aboutthisdigitaledition wikisource',
    producers:
      'this (?:e-?)?book (?:was produced in epub format|made available) by the internet archive|this e-?book comes from the online library wikisource',
    lastPage: 'loved this book\\s?\\?|similar users also downloaded',
    otherBooks: 'also available on',
    claims:
      'brought to you by|(?:down)?loaded (?:for free )?(?:from|at)|free e-?books? (?:at|from|by)|for personal use|visit|read (?:more |this |the latest chapters? |ahead )?(?:at|on|for free)|support (?:me|us)|join (?:our|my|the)',
    madeWith: 'powered by|published with|(?:made|created|generated|built|produced|converted) (?:with|by|using)',
    credit: '(?:produced|e-?text prepared|transcribed|digiti[sz]ed|this e-?text was)\\b.{0,20}\\bby',
    reference: 'see|see also',
    sideNote: 'side-?note',
    picture: 'illustrations?|frontispiece|decoration',
    page: 'pages?|pg',
    chapter: 'chapter|chap\\.?',
    part: 'part|book|volume|vol\\.?|section|act',
    scene: 'scene|letter|stave|canto',
    numbered: 'episode|lesson|level|season|track|unit|day|page|number',
    cover: 'cover',
    contents: 'table of contents|contents',
    links:
      '(?:back|return|go|jump|up|skip)? ?to (?:the )?(?:top|(?:table of )?contents|toc|start|index)|toc|(?:previous|prev|next|parent)(?: (?:topic|chapter|section|page|article|part|story|post))?|up|home|top|back|show source|quick search|this page|related (?:information|concepts?|tasks?|references?|topics?|links?)',
    index: 'genindex generalindex indexofnames subjectindex',
    bibliography: `bibliography selectbibliography selectedbibliography annotatedbibliography references
      referencelist referencescited workscited workscitedlist literaturecited listofreferences sourcescited
      furtherreading suggestedreading`,
    end: 'the end|finis',
    pieces:
      'prologue?|epilogue?|introduction|preface|note|foreword|afterword|conclusion|acknowledge?ments|appendix\\b.*|dedication|epigraph',
    numbers: `1=one/first 2=two/second 3=three/third 4=four/fourth 5=five/fifth 6=six/sixth 7=seven/seventh
      8=eight/eighth 9=nine/ninth 10=ten/tenth 11=eleventh/eleven 12=twelve/twelfth 13=thirteenth/thirteen
      14=fourteenth/fourteen 15=fifteenth/fifteen 16=sixteenth/sixteen 17=seventeenth/seventeen
      18=eighteenth/eighteen 19=nineteenth/nineteen 20=twenty/twentieth 30=thirty/thirtieth 40=forty/fortieth
      50=fifty/fiftieth 60=sixty/sixtieth 70=seventy/seventieth 80=eighty/eightieth 90=ninety/ninetieth`,
    fractions: 'half halves quarter quarters',
    undescribed:
      '(?:no )?alternat(?:e|ive) text(?: is)?(?: not)?(?: available)?|alt(?:text)?|(?:inline|display)? ?(?:math|formula|equation|image|graphic|figure|picture|img|untitled|n/a)(?: ?\\d+)?',
    title: 'title',
    by: 'by',
    imprint: 'publish|printed|press|edition|illustrat|translat|a novel',
    placeholders: 'untitled|main title|start|text|body|begin|begin reading|document(?: title)?|page',
    nothing: 'unknown|unknown author|no publisher|no title|no data|untitled|none',
    rights: 'all rights reserved|no part of this',
    legal:
      'copyright|published by|printed in|licen[sc]e|creative commons|library of congress|trademark|public domain|first published|first edition',
    notes: 'notes?|endnotes?|footnotes?|notes? and references|notes to the text',
    pictures: 'illustrations fullpageillustrations plates maps',
    pages: {
      cover: 'coverpage frontcover backcover coverimage',
      'title-page': 'titlepage halftitle halftitlepage bastardtitle',
      copyright: 'copyright copyrightpage copyrightnotice copyrights imprint colophon uncopyright legalnotice',
      contents:
        'contents tableofcontents toc tocpage listofcontents landmarks listofillustrations listoffigures listoftables listofplates listofmaps',
      advertisement:
        'advert adverts advertisement advertisements alsoby alsobytheauthor alsobythisauthor otherbooks otherbooksby otherbooksbytheauthor morebooks newsletter newslettersignup promo bookstoreadnext bythesameauthor',
    },
  },
  speakers: {
    verbs: `said says say asked asks replied replies answered answers added adds returned continued continues called
      calls observed remarked repeated inquired enquired demanded declared began resumed rejoined retorted interrupted
      protested insisted suggested explained announced agreed admitted responded thought gasped commanded ordered
      warned wondered ventured objected concluded told`,
    manners: {
      whispered: 'whispered whispers murmured murmurs muttered mutters breathed breathes',
      shouted: 'shouted shouts yelled yells screamed screams screeched shrieked bellowed roared',
      laughing: 'laughed laughs chuckled giggled',
      sad: 'sobbed sobs wept moaned groaned wailed',
      angry: 'growled growls snapped snaps hissed snarled grumbled',
      afraid: 'stammered stuttered faltered quavered',
      urgent: 'pleaded pleads begged begs urged implored',
      ironic: 'sneered',
      excited: 'cried cries exclaimed exclaims',
      tired: 'sighed sighs yawned',
    },
    tones: {
      whispered: 'whisper whispering murmur softly quietly undertone',
      shouted: 'shouting shout scream loudly',
      laughing: 'laughing laughingly laugh chuckle giggle chuckling giggling',
      sad: 'sadly sorrowfully mournfully sobbing sob tearfully gloomily',
      angry: 'angrily furiously crossly savagely fiercely irritably',
      afraid: 'fearfully nervously anxiously timidly tremulously',
      urgent: 'urgently hurriedly hastily impatiently pleadingly',
      tender: 'tenderly gently lovingly affectionately fondly soothingly',
      ironic: 'ironically sarcastically mockingly scornfully sardonically dryly drily',
      excited: 'excitedly eagerly breathlessly joyfully',
      tired: 'wearily tiredly sleepily sigh sighing yawn yawning',
    },
    male: 'he him his himself',
    female: 'she her hers herself',
    maleTitles: 'mr sir lord king prince duke father uncle brother master squire baron count marquis',
    femaleTitles: `mrs miss ms lady queen princess mother aunt sister madam madame dame baroness countess
      marchioness duchess`,
    titles: 'dr doctor captain colonel general major professor inspector sergeant judge reverend',
    wives: 'mrs',
    subjects: 'he she i',
    passedOver: `had then at last only again also even would could not help to be have merely just always now still
      simply once did do does was thus never ever has must might should here there when`,
    openers: 'and but then so when as while after at last now for presently here yet though',
    presents: 'it was is',
    determiners: 'the a an this that his her its their my our another one',
    relatives: 'who which that',
    joins: 'of and or with',
    prepositions: `to in at from by on into upon about for toward towards behind before after over under like than
      as if because that which who`,
  },
  announcements: { code: { one: 'Code example, # line.', other: 'Code example, # lines.' } },
  sample: 'My name is {name}. The last tram climbed the hill, and nobody wanted to get off.',
  trialScenes: englishTrialScenes,
  testSentence: 'The old man counted seven ships in the harbour this morning.',
  spoken: englishSpoken,
};
