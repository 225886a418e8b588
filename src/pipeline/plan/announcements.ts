import type { Book, Chapter } from '../../core/book.ts';
import { countWordsOf } from '../../text/count-words.ts';
import type { Pauses } from '../../text/pause-after-ms.ts';
import { audioMetadata } from '../read/audio-metadata.ts';

/** The texts that are spoken in addition to the book. */
export interface Announcements {
  /** Whether each chapter begins with its title. */
  readonly titles: boolean;
  /** Text before the first chapter. */
  readonly intro?: string | undefined;
  /** Text after the last chapter. */
  readonly outro?: string | undefined;
  /** Number of chapters. */
  readonly chapters: number;
}

/** A text that is not of the book, and the pause after it. */
export interface Announcement {
  readonly text: string;
  readonly pause: keyof Pauses;
}

/** The options that announcements follow from. */
interface AnnouncementOptions {
  readonly announceChapters?: boolean | undefined;
  readonly intro?: string | undefined;
  readonly outro?: string | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
}

/** Returns the announcements of a conversion, or undefined when there are none. `{title}` and `{author}` are those of the tags. */
export function announcementsFor(
  { announceChapters = false, intro, outro, tags = {} }: AnnouncementOptions,
  { metadata }: Pick<Book, 'metadata'>,
  chapters: number,
): Announcements | undefined {
  if (!announceChapters && intro === undefined && outro === undefined) return undefined;
  const { title, authors } = audioMetadata(metadata, '', '', tags);
  const values: Readonly<Record<string, string>> = { title, author: authors.join(', ') };
  const fill = (text?: string): string | undefined =>
    text?.replaceAll(placeholder, (_all, field: string) => values[field.toLowerCase()] ?? '');
  return { titles: announceChapters, intro: fill(intro), outro: fill(outro), chapters };
}

const placeholder = /\{(\w+)\}/gu;

/** Returns what is spoken before and after a chapter. `place` is its index in the plan. */
export function announcementsAround(
  chapter: Chapter,
  place: number,
  { titles, intro, outro, chapters }: Announcements,
): { readonly before: readonly Announcement[]; readonly after: readonly Announcement[] } {
  const before: Announcement[] = [];
  if (place === 0 && intro !== undefined) before.push({ text: intro, pause: 'chapterEnd' });
  if (titles && !beginsWithTitle(chapter)) before.push({ text: chapter.title, pause: 'heading' });
  const isLast = place === chapters - 1;
  return { before, after: isLast && outro !== undefined ? [{ text: outro, pause: 'chapterEnd' }] : [] };
}

/** Reports whether the first blocks say the title already. */
function beginsWithTitle({ title, blocks }: Chapter): boolean {
  const said: string[] = [];
  const spokenTitle = comparable(title);
  for (const { text } of blocks) {
    said.push(text);
    // A heading may be divided: "Chapter 3", "The Bridge".
    const sounds = comparable(said.join(' '));
    if (sounds.startsWith(spokenTitle)) return true;
    if (countWordsOf([{ text: sounds }]) > countWordsOf([{ text: spokenTitle }]) || said.length > maxHeadings)
      return false;
  }
  return false;
}

const maxHeadings = 4;

function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
