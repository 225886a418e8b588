import path from 'node:path';
import type { Pcm } from '../../../core/pcm.ts';
import { madeFolder } from '../../../voice-models/installed-models.ts';
import type { InstalledModel } from '../../../voice-models/installed-models.ts';
import type { SpokenPart } from '../../../text/lexicon/spoken-part.ts';
import { lazily } from '../../call/lazily.ts';
import { engineVersion } from '../engine/engine-version.ts';
import { doPhonemesArrive } from './do-phonemes-arrive.ts';
import { englishPhonemes } from './english-phonemes.ts';
import type { ReadWords } from './espeak-word.ts';
import { ModelLexicon } from './model-lexicon.ts';
import { openPhonemeCode } from './phoneme-code.ts';
import { splitPhonemes } from './split-phonemes.ts';
import type { Variety } from './to-kokoro.ts';

/** English of a Kokoro model, in the phonemes that it was trained with. */
export interface KokoroEnglish {
  /** Files for the engine. Text without phonemes is read as before. */
  readonly files: { readonly tokens: string; readonly lexicon: string };
  /** Returns the texts of calls that speak the phonemes, or undefined when the text itself has to be spoken. */
  readonly prepare: (
    parts: readonly SpokenPart[],
    language: string,
    signal: AbortSignal,
  ) => Promise<readonly string[] | undefined>;
  /** Compares phonemes with text in an engine of another version, and gives them up when they do not arrive. */
  readonly tryOut: (speak: (text: string) => Promise<Pcm>) => Promise<void>;
}

/** Versions of the engine in which phonemes arrive exactly. A test decodes the sound of each. */
export const provenEngines: readonly string[] = ['1.13.8'];

const lexiconFiles: Readonly<Record<Variety, string>> = {
  american: 'lexicon-us-en.txt',
  british: 'lexicon-gb-en.txt',
};

/** The tools that read the English of a model. */
export interface EnglishTools {
  readonly readWords: ReadWords;
  /** Removes from a text what no voice can read. */
  readonly clean: (text: string, language: string) => string;
}

/** Prepares the English of a model. Its lexicons are read when they are first used, where it has some. */
export async function openEnglish(
  installed: Pick<InstalledModel, 'folder' | 'madeIn'>,
  tokens: string,
  { readWords, clean }: EnglishTools,
): Promise<KokoroEnglish> {
  const { folder } = installed;
  const code = await openPhonemeCode(madeFolder(installed), tokens);
  const lexicons: Readonly<Record<Variety, () => Promise<ModelLexicon | undefined>>> = {
    american: lazily(async () => await ModelLexicon.read(path.join(folder, lexiconFiles.american))),
    british: lazily(async () => await ModelLexicon.read(path.join(folder, lexiconFiles.british))),
  };
  let arrive = true;
  return {
    files: { tokens: code.tokens, lexicon: code.lexicon },
    async prepare(parts, language, signal) {
      if (!arrive) return undefined;
      const variety = varietyOf(language);
      const lexicon = await lexicons[variety]();
      const reader = { variety, readWords, lookUp: (word: string) => lexicon?.get(word) };
      const phonemes = await englishPhonemes(parts.map(cleaned((text) => clean(text, language))), reader, signal);
      return phonemes === undefined ? undefined : splitPhonemes(code.known(phonemes)).map(code.encode);
    },
    async tryOut(speak) {
      arrive = provenEngines.includes(await engineVersion()) || (await doPhonemesArrive(speak, code));
    },
  };
}

function varietyOf(language: string): Variety {
  return /[-_]GB\b/iu.test(language) ? 'british' : 'american';
}

/** Removes what no voice can read, and keeps the spaces at the edges: the parts are one text. */
function cleaned(clean: (text: string) => string): (part: SpokenPart) => SpokenPart {
  return ({ text, ipa }) => {
    const [start = '', end = ''] = [/^\s/u.exec(text)?.[0], /\s$/u.exec(text)?.[0]];
    return { text: `${start && ' '}${clean(text)}${end && ' '}`, ipa };
  };
}
