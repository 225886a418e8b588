const chapterWord =
  'chapter|chap\\.?|kapitel|chapitre|cap[ií]tulo|capitolo|hoofdstuk|kapitola|kapitel|rozdział|глава|розділ|κεφάλαιο|luku|fejezet|bölüm|فصل|الفصل|פרק';
const partWord =
  'part|book|volume|vol\\.?|section|act|canto|teil|buch|band|partie|livre|tome|parte|libro|volumen|deel|boek|часть|книга|том|część|księga|חלק|الجزء';
const number =
  '\\p{N}+|[ivxlcdm]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth';

const generic = new RegExp(
  `^(?:(?:${chapterWord}|${partWord})?[\\s.:—–-]*(?:the\\s+)?(?:${number})(?:[\\s-](?:${number}))?|(?:${number})[\\s.]*(?:${chapterWord}|${partWord})|第?[\\p{N}一二三四五六七八九十百千〇]+[章回節话話部卷]?|제?\\s*\\p{N}+\\s*장|(?:פרק|الفصل)\\s+\\S+)[\\s.:—–-]*$`,
  'iu',
);
const chapterStart = new RegExp(
  `^(?:(?:${chapterWord})(?=[\\s.:\\d]|$)|\\d+(?:[):\\s]|\\.(?!\\d))|[ivxlc]+\\.\\s|第[\\p{N}一二三四五六七八九十百千〇]+[章回話话])`,
  'iu',
);
const partStart = new RegExp(
  `^(?:(?:${partWord})(?=[\\s.:]|$)|(?:the\\s+)?(?:${number})\\s+(?:book|part|epilogue)(?=[\\s.:]|$)|第[\\p{N}一二三四五六七八九十]+[部卷])`,
  'iu',
);
const placeholder =
  /^(?:untitled|unknown|no title|title|main title|start|text|body|begin(?: reading)?|document|page|section\s*\d*|\[?no (?:data|title)\]?|.*\.x?html?|(?:index|part|split|chapter|ch|text|file)[\s_-]*split[\s_-]*\d*|part\d{4,}|.*_split_\d+|table of contents|contents|cover)$/iu;

/** Reports whether a title is only a number: `3`, `IV.`, `Chapter Twelve`, `第三章`. */
export function isGenericTitle(title: string): boolean {
  return title.length <= 40 && generic.test(title.trim());
}

/** Reports whether a title starts like a chapter's: `Chapter 3: …`, `3. …`. */
export function startsLikeChapter(title: string): boolean {
  return chapterStart.test(title.trim());
}

/** Reports whether a title starts like that of a part with chapters: `Part One`, `BOOK TWO: 1805`. */
export function startsLikePart(title: string): boolean {
  return partStart.test(title.trim());
}

/** Reports whether a title is empty or a placeholder written by a program. */
export function isPlaceholderTitle(title: string): boolean {
  return title.trim() === '' || placeholder.test(title.trim());
}
