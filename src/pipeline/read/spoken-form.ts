import type { Block, Book, Chapter } from '../../core/book.ts';
import { textOf } from '../../text/lexicon/spoken-part.ts';
import { isSpeakable } from '../../text/is-speakable.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { spokenSentences } from '../../text/spoken/spoken-text.ts';
import { blocksWithPauses, cutPauses } from '../../text/written-pauses.ts';
import { loadLexicon } from '../open/load-lexicon.ts';
import type { LexiconSource } from '../open/load-lexicon.ts';

/** Returns the sentences of a text in a language as installed natural voices are given them. Empty where nothing is to be spoken. */
export type SpokenForm = (text: string, language: string) => readonly string[];

/** What shapes the spoken form of a text beside its language. */
export interface SpokenFormOptions {
  readonly lexicons?: readonly LexiconSource[] | undefined;
  readonly voice?: string | undefined;
}

/** Opens the spoken form with the lexicons of a user. Throws as `loadLexicon` does. */
export async function openSpokenForm({ lexicons, voice = '' }: SpokenFormOptions): Promise<SpokenForm> {
  const lexicon = await loadLexicon(lexicons);
  return (text, language) => {
    if (lexicon?.isSilent(text, language) === true) return [];
    const parts = lexicon?.partsOf(text, { voice, language, readsIpa: false });
    return spokenSentences(parts === undefined ? text : textOf(parts), language);
  };
}

/** Returns a book in its spoken form. Ranges of its blocks are not those of another text. */
export function asSpoken(book: Book, form: SpokenForm, wanted?: string): Book {
  const language = wanted ?? book.metadata.language;
  const say = (text: string, own = language): string => form(text, own).join('').trim();
  const chapters = book.chapters.map((chapter) => ({
    ...chapter,
    title: say(cutPauses(chapter.title).text) || chapter.title,
    blocks: blocksOf(chapter).flatMap(({ ranges: _ranges, ...block }) => {
      const text = say(block.text, block.language);
      return text === '' && block.text !== '' ? [] : [{ ...block, text }];
    }),
  }));
  return { ...book, chapters };
}

/**
 * Returns the sentences of a book that are spoken otherwise than they are written, chapter by chapter: a line with `- ` as it is written, and one with
 * `+ ` as it is spoken.
 */
export function spokenChanges(book: Book, form: SpokenForm, wanted?: string): string {
  const language = wanted ?? book.metadata.language;
  const chapters = book.chapters.map((chapter) => {
    const changes = blocksOf(chapter).flatMap((block) => changesOf(block, form, block.language ?? language));
    return changes.length === 0 ? [] : [`# ${oneLine(chapter.title)}\n`, ...changes];
  });
  return chapters.flat().join('\n');
}

function changesOf({ text }: Block, form: SpokenForm, language: string): readonly string[] {
  const written = splitSentences(text, language).filter(isSpeakable);
  const spoken = form(text, language).filter(isSpeakable);
  // A lexicon may have ended a sentence, or joined two.
  const [before, after] = written.length === spoken.length ? [written, spoken] : [[text], [spoken.join('')]];
  return before.flatMap((sentence, at) => {
    const [old, now] = [oneLine(sentence), oneLine(after[at] ?? '')];
    return old === now ? [] : [`- ${old}\n${`+ ${now}`.trimEnd()}\n`];
  });
}

function blocksOf({ blocks }: Chapter): readonly Block[] {
  return blocksWithPauses(blocks).blocks;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
