/** What an audio file says about itself, whatever its format. Only what is known is given. */
export interface AudioMetadata {
  /** Title of the book; the file's own title too, with `, Part 2` added when it is one of several parts. */
  readonly title: string;
  readonly subtitle?: string;
  readonly authors: readonly string[];
  readonly narrator?: string;
  /** BCP-47 code. */
  readonly language?: string;
  readonly publisher?: string;
  /** `1813`, `1813-01` or `1813-01-28`. */
  readonly date?: string;
  readonly description?: string;
  readonly comment?: string;
  readonly copyright?: string;
  /** `Audiobook` when left out. */
  readonly genre?: string;
  readonly isbn?: string;
  readonly asin?: string;
  readonly series?: string;
  readonly seriesPosition?: string;
  readonly sortTitle?: string;
  readonly sortAuthor?: string;
  /** Which part of the book this file is, when it needs several. */
  readonly part?: Numbered;
  /** Further fields under names of the caller's own. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** The third of twelve. */
export interface Numbered {
  readonly number: number;
  readonly total: number;
}

/** A cover that players take: JPEG or PNG. */
export interface CoverImage {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** The same metadata without control characters, lone surrogates or empty values, so that every writer can trust it. */
export function cleanMetadata(metadata: AudioMetadata): AudioMetadata {
  const cleaned = Object.entries(metadata).flatMap(([key, value]): [string, unknown][] => {
    const clean = cleanValue(value);
    return clean === undefined ? [] : [[key, clean]];
  });
  return { title: '', authors: [], ...Object.fromEntries(cleaned) };
}

/** One line: no control characters, white space collapsed. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/gu, ' ').trim();
}

/** The title of the file itself: the book's, and which part of it. */
export function fileTitle(metadata: AudioMetadata): string {
  return metadata.part === undefined ? metadata.title : `${metadata.title}, Part ${metadata.part.number}`;
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value) || undefined;
  if (Array.isArray(value)) return value.map((item) => cleanLine(String(item))).filter((item) => item !== '');
  return value;
}

/** Line ends and tabs stay: descriptions have paragraphs. */
function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
    .trim();
}
