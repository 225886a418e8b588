import { escapeXml } from '../../core/strings/escape-xml.ts';
import { localeOfMicrosoftVoice, microsoftLocale } from './microsoft-voices.ts';
import { sameLanguage } from '../../core/language.ts';
import type { SpokenPart } from '../../text/lexicon/spoken-part.ts';

/** A text, and who speaks it in which language. */
export interface SsmlText {
  readonly text: string;
  readonly voice: string;
  /** BCP-47 code. */
  readonly language: string;
  /** The text in parts, some of them with a pronunciation. */
  readonly parts?: readonly SpokenPart[] | undefined;
  /** Speed relative to the voice's own. */
  readonly speed?: number | undefined;
  /** Style of the voice. Default: its own. */
  readonly delivery?: string | undefined;
}

/**
 * Returns the SSML document of a text: markup in the text is escaped, characters that XML forbids become spaces. A multilingual
 * voice is given a language other than its own; every other voice knows only one.
 */
export function microsoftSsml(
  { text, voice, language, parts = [{ text }], speed, delivery }: SsmlText,
  voiceName = voice,
): string {
  const own = localeOfMicrosoftVoice(voice);
  const locale = microsoftLocale(language, voice);
  const isForeign = own !== undefined && !sameLanguage(own, language) && /multilingual|DragonHD/iu.test(voice);
  const spoken = parts.map(partSsml).join('');
  const inLanguage = isForeign ? `<lang xml:lang="${escapeXml(locale, ' ')}">${spoken}</lang>` : spoken;
  const atSpeed = speed === undefined ? inLanguage : `<prosody rate="${rateOf(speed)}">${inLanguage}</prosody>`;
  const content = delivery === undefined ? atSpeed : inStyle(delivery, atSpeed);
  const styles = delivery === undefined ? '' : ' xmlns:mstts="https://www.w3.org/2001/mstts"';
  return (
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis"${styles} xml:lang="${escapeXml(own ?? locale, ' ')}">` +
    `<voice name="${escapeXml(voiceName, ' ')}">${content}</voice></speak>`
  );
}

/** Returns SSML in a style of the voice. */
export function inStyle(style: string, content: string): string {
  return `<mstts:express-as style="${escapeXml(style, ' ')}">${content}</mstts:express-as>`;
}

/** Returns a speed as a change in percent: `+25%`. */
function rateOf(speed: number): string {
  const percent = Math.round((speed - 1) * 100);
  return `${percent < 0 ? '' : '+'}${percent}%`;
}

/** The text inside is for voices that do not know the phonemes of its language. */
function partSsml({ text, ipa }: SpokenPart): string {
  if (ipa === undefined) return escapeXml(text, ' ');
  return `<phoneme alphabet="ipa" ph="${escapeXml(ipa, ' ')}">${escapeXml(text, ' ')}</phoneme>`;
}
