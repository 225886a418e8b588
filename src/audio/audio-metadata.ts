/** Tags of an audio file of any format. */
export interface AudioMetadata {
  /** Title of the book. The title of one of several files is `Title, Part 2`. */
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly authors: readonly string[];
  readonly narrator?: string | undefined;
  /** BCP-47 code. */
  readonly language?: string | undefined;
  readonly publisher?: string | undefined;
  /** `1813`, `1813-01` or `1813-01-28`. */
  readonly date?: string | undefined;
  readonly description?: string | undefined;
  readonly comment?: string | undefined;
  readonly copyright?: string | undefined;
  /** Default: `Audiobook`. */
  readonly genre?: string | undefined;
  readonly isbn?: string | undefined;
  readonly asin?: string | undefined;
  readonly series?: string | undefined;
  readonly seriesPosition?: string | undefined;
  readonly sortTitle?: string | undefined;
  readonly sortAuthor?: string | undefined;
  /** The place of this file among the parts of the book. */
  readonly part?: Numbered | undefined;
  /** Further fields by name. */
  readonly extra?: Readonly<Record<string, string>> | undefined;
}

/** A place in a series, for example 3 of 12. */
export interface Numbered {
  readonly number: number;
  readonly total: number;
}

/** A cover that players show: JPEG or PNG. */
export interface CoverImage {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** Returns the metadata without control characters, lone surrogates and empty values, which not every format can hold. */
export function cleanMetadata(metadata: AudioMetadata): AudioMetadata {
  const cleaned = Object.entries(metadata).flatMap(([key, value]): [string, unknown][] => {
    const clean = cleanValue(value);
    return clean === undefined ? [] : [[key, clean]];
  });
  return { title: '', authors: [], ...Object.fromEntries(cleaned) };
}

/** Returns the text as one line without control characters. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/gu, ' ').trim();
}

/** Returns a place in a series as tags have it: `3/12`. */
export function numbered(part: Numbered | undefined): string | undefined {
  return part === undefined ? undefined : `${part.number}/${part.total}`;
}

/** Returns the title of the file: the book's, with the number of the part. */
export function fileTitle(metadata: AudioMetadata): string {
  return metadata.part === undefined ? metadata.title : `${metadata.title}, Part ${metadata.part.number}`;
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value) || undefined;
  if (Array.isArray(value)) return value.map((item) => cleanLine(String(item))).filter((item) => item !== '');
  return value;
}

/** Keeps line ends and tabs: descriptions have paragraphs. */
function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
    .trim();
}
