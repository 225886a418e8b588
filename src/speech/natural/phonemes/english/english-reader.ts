import path from 'node:path';
import { readingsOf } from '../../../../languages/en/readings/readings.ts';
import { lazily } from '../../../call/lazily.ts';
import type { PhonemeReader, ReaderTools } from '../phoneme-reader.ts';
import { englishPhonemes } from './english-phonemes.ts';
import { ModelLexicon } from './model-lexicon.ts';
import type { Variety } from './to-kokoro.ts';

const lexiconFiles: Readonly<Record<Variety, string>> = {
  american: 'lexicon-us-en.txt',
  british: 'lexicon-gb-en.txt',
};

/** Returns a reader of American and British English. What it reads with is loaded when it is first used. */
export function englishReader({ folder, readWords }: ReaderTools): PhonemeReader {
  const lexicons: Readonly<Record<Variety, () => Promise<ModelLexicon | undefined>>> = {
    american: lazily(async () => await ModelLexicon.read(path.join(folder, lexiconFiles.american))),
    british: lazily(async () => await ModelLexicon.read(path.join(folder, lexiconFiles.british))),
  };
  return async (parts, language, signal) => {
    const variety = varietyOf(language);
    const lexicon = await lexicons[variety]();
    const reader = {
      variety,
      readWords,
      lookUp: (word: string) => lexicon?.get(word),
      readings: (word: string) => readingsOf(word, variety),
    };
    return await englishPhonemes(parts, reader, signal);
  };
}

function varietyOf(language: string): Variety {
  return /[-_]GB\b/iu.test(language) ? 'british' : 'american';
}
