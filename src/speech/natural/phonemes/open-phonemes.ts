import { baseLanguage } from '../../../core/language.ts';
import { madeFolder } from '../../../voice-models/installed-models.ts';
import type { InstalledModel } from '../../../voice-models/installed-models.ts';
import type { SpokenPart } from '../../../text/lexicon/spoken-part.ts';
import { lazily } from '../../call/lazily.ts';
import type { EspeakReader } from './espeak-reader.ts';
import { openPhonemeCode } from './phoneme-code.ts';
import type { PhonemeReader } from './phoneme-reader.ts';
import { openReader } from './readers.ts';
import { splitPhonemes } from './split-phonemes.ts';

/** The phonemes of a Kokoro model, as it was trained with them. */
export interface KokoroPhonemes {
  /** Files for the engine. Text without phonemes is read as before. */
  readonly files: { readonly tokens: string; readonly lexicon: string };
  /** Returns a text in phonemes that the model has, or undefined when the text itself has to be spoken. */
  readonly read: PhonemeReader;
  /** Returns phonemes as the texts of calls that speak them. */
  readonly calls: (phonemes: string) => readonly string[];
}

/** The tools that read texts for a model. */
export interface PhonemeTools {
  readonly espeak: EspeakReader;
  /** Removes from a text what no voice can read. */
  readonly clean: (text: string, language: string) => string;
}

/** Prepares the phonemes of a model with a list of tokens. */
export async function openPhonemes(
  installed: Pick<InstalledModel, 'folder' | 'madeIn'>,
  tokens: string,
  { espeak, clean }: PhonemeTools,
): Promise<KokoroPhonemes> {
  const { folder } = installed;
  const code = await openPhonemeCode(madeFolder(installed), tokens);
  const opened = new Map<string, () => Promise<PhonemeReader | undefined>>();
  const readerOf = async (language: string): Promise<PhonemeReader | undefined> => {
    const base = baseLanguage(language);
    const open = opened.get(base) ?? lazily(async () => await openReader(base, { folder, ...espeak }));
    opened.set(base, open);
    return await open();
  };
  return {
    files: { tokens: code.tokens, lexicon: code.lexicon },
    async read(parts, language, signal) {
      const read = await readerOf(language);
      const phonemes = await read?.(parts.map(cleaned((text) => clean(text, language))), language, signal);
      return phonemes === undefined ? undefined : code.known(phonemes);
    },
    calls: (phonemes) => splitPhonemes(phonemes).map(code.encode),
  };
}

/** Removes what no voice can read, and keeps the spaces at the edges: the parts are one text. */
function cleaned(clean: (text: string) => string): (part: SpokenPart) => SpokenPart {
  return ({ text, ipa }) => {
    const [start = '', end = ''] = [/^\s/u.exec(text)?.[0], /\s$/u.exec(text)?.[0]];
    return { text: `${start && ' '}${clean(text)}${end && ' '}`, ipa };
  };
}
