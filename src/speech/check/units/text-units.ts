import { baseLanguage, languageScript } from '../../../core/language.ts';
import { sentenceUnits, totalUnits } from './sentence-units.ts';
import type { SpeechUnits } from './speech-units.ts';

/** A text, by how it is spoken. */
export interface TextUnits {
  readonly text: string;
  /** Texts of one key are spoken at one pace. */
  readonly key: string;
  readonly sentences: readonly SpeechUnits[];
  readonly total: SpeechUnits;
  /** Whether the time that its letters take is known: they are of the language's own script, and that is not a syllabary. */
  readonly isMeasurable: boolean;
}

/** Longer texts are judged well by their length alone. */
export const shortUnits = 60;

/** Reports whether a text is too short to be judged by its length alone. */
export function isShort({ total }: Pick<TextUnits, 'total'>): boolean {
  return total.units < shortUnits;
}

/** Returns the units of a text in a language (BCP-47). */
export function textUnits(text: string, language: string): TextUnits {
  const sentences = sentenceUnits(text, language);
  return {
    text,
    key: paceKey(text, language),
    sentences,
    total: totalUnits(sentences),
    isMeasurable: isMeasurable(text, language),
  };
}

/** A voice that spells Han characters out takes many times as long for them, so such texts count apart. */
export const spelledScript = ' Han';

/** Returns the key under which the pace of a text is learned: its language, and whether it has Han characters. */
function paceKey(text: string, language: string): string {
  return `${baseLanguage(language)}${/\p{Script=Han}/u.test(text) ? spelledScript : ''}`;
}

/** Scripts whose letters take about as long in all languages. */
const measured: Readonly<Record<string, RegExp>> = {
  Latn: /\p{Script=Latin}/gu,
  Cyrl: /\p{Script=Cyrillic}/gu,
  Grek: /\p{Script=Greek}/gu,
  Hebr: /\p{Script=Hebrew}/gu,
  Arab: /\p{Script=Arabic}/gu,
  Kore: /\p{Script=Hangul}/gu,
};
/** Voices may leave out letters of other scripts. */
const minShare = 0.9;

function isMeasurable(text: string, language: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const script = measured[languageScript(language) ?? ''];
  return script !== undefined && (text.match(script)?.length ?? 0) >= letters * minShare;
}
