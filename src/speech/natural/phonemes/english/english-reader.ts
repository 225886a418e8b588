import path from 'node:path';
import { lazily } from '../../../call/lazily.ts';
import type { PhonemeReader, ReaderTools } from '../phoneme-reader.ts';
import { englishPhonemes } from './english-phonemes.ts';
import { ModelLexicon } from './model-lexicon.ts';
import type { Variety } from './to-kokoro.ts';

const lexiconFiles: Readonly<Record<Variety, string>> = {
  american: 'lexicon-us-en.txt',
  british: 'lexicon-gb-en.txt',
};

/** Returns a reader of American and British English. The lexicons of the model are read when they are first used, where it has some. */
export function englishReader({ folder, readWords }: ReaderTools): PhonemeReader {
  const lexicons: Readonly<Record<Variety, () => Promise<ModelLexicon | undefined>>> = {
    american: lazily(async () => await ModelLexicon.read(path.join(folder, lexiconFiles.american))),
    british: lazily(async () => await ModelLexicon.read(path.join(folder, lexiconFiles.british))),
  };
  return async (parts, language, signal) => {
    const variety = varietyOf(language);
    const lexicon = await lexicons[variety]();
    const reader = { variety, readWords, lookUp: (word: string) => lexicon?.get(word) };
    return await englishPhonemes(parts, reader, signal);
  };
}

function varietyOf(language: string): Variety {
  return /[-_]GB\b/iu.test(language) ? 'british' : 'american';
}
