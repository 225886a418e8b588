import { baseLanguage } from '../../../core/language.ts';

/** Returns MathML in words, or undefined when it cannot be read. */
export type MathSpeech = (mathMl: string) => string | undefined;

/** The languages of the Speech Rule Engine, by the names of its rules. */
const locales: ReadonlyMap<string, string> = new Map(
  ['af', 'ca', 'da', 'de', 'en', 'es', 'fr', 'hi', 'it', 'ko', 'sv'].map((code) => [code, code] as const),
).set('no', 'nb');

/**
 * Loads the Speech Rule Engine for a language; undefined when it has no rules for it or is not installed. Loaded on
 * demand: the engine takes 100 MB.
 */
export async function loadMathSpeech(language: string): Promise<MathSpeech | undefined> {
  const locale = locales.get(baseLanguage(language));
  if (locale === undefined) return undefined;
  try {
    const { default: engine } = await import('speech-rule-engine');
    await engine.setupEngine({ locale, domain: 'clearspeak', modality: 'speech', markup: 'none' });
    await engine.engineReady();
    return (mathMl) => speak(() => engine.toSpeech(mathMl));
  } catch {
    // An optional dependency: without it formulas are announced.
    return undefined;
  }
}

function speak(read: () => string): string | undefined {
  try {
    const text = read().trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}
