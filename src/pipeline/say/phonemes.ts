import { readBook } from '../../book/read-book.ts';
import type { ReadOptions } from '../../book/book-choices.ts';
import type { Settings } from '../../core/settings.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import { planOptionsFor } from '../plan/plan-options.ts';
import { planBook } from '../plan/plan.ts';
import { castVoices } from '../cast/cast-voices.ts';
import type { LexiconSource } from '../open/load-lexicon.ts';
import { requirePhonemes, voicePhonemes, withProvider } from './with-provider.ts';

/** A book and the voices that its phonemes are for. */
export interface BookPhonemesRequest extends ReadOptions {
  readonly provider?: string | undefined;
  /** As in a conversion. Default: the best voice for each language. */
  readonly voice?: string | undefined;
  /** BCP-47 code. Default: the language of the book. */
  readonly language?: string | undefined;
  readonly lexicons?: readonly LexiconSource[] | undefined;
  readonly signal: AbortSignal;
}

/**
 * Returns the phonemes that a conversion would give to the voices, an utterance a line and a blank line between chapters, and
 * warnings. Throws as `readBook` and `chooseProvider` do, and `bad-value` for a voice that is given text.
 */
export async function bookPhonemes(
  bookFile: string,
  { provider: id, voice, language: wanted, lexicons, ...reading }: BookPhonemesRequest,
  settings: Settings,
): Promise<{ readonly text: string; readonly warnings: readonly string[] }> {
  const { signal } = reading;
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);
  return await withProvider({ provider: id, lexicons, signal, warn }, settings, async (provider) => {
    const text = await phonemesOfBook(bookFile, provider, { voice, language: wanted, reading, warn });
    return { text, warnings };
  });
}

interface PhonemesOptions extends Pick<BookPhonemesRequest, 'voice' | 'language'> {
  readonly reading: ReadOptions;
  readonly warn: (message: string) => void;
}

async function phonemesOfBook(
  bookFile: string,
  provider: SpeechProvider,
  { voice, language: wanted, reading, warn }: PhonemesOptions,
): Promise<string> {
  const { signal } = reading;
  const book = await readBook(bookFile, reading);
  for (const warning of book.warnings) warn(warning);
  const language = wanted ?? book.metadata.language;
  const cast = await castVoices(provider, { voice, language, signal, warn });
  requirePhonemes(provider, cast.main.voice);
  const run = { book, chosen: book.chapters.map((chapter, index) => ({ chapter, index })) };
  const plan = planBook(book.chapters, planOptionsFor({ voice }, provider, language, run));
  const chapters: string[] = [];
  for (const { segments } of plan.chapters) {
    const spoken = segments.filter((segment) => segment.spoken);
    await cast.prepare(spoken);
    const lines: string[] = [];
    for (const segment of spoken) {
      lines.push(await voicePhonemes(provider, { ...cast.speakerOf(segment), text: segment.text, signal }));
    }
    chapters.push(lines.map((line) => `${line}\n`).join(''));
  }
  return chapters.filter((text) => text !== '').join('\n');
}
