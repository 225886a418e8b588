import type { ClockWords } from '../../languages/language.ts';
import { languageOf } from '../../languages/languages.ts';

const time = /(?<!\p{N})(\d{1,2})[:.h](\d{2})(?!\p{N})/gu;

/** Returns a spoken text in which the times of its source are in digits again: "half past ten" becomes `10:30`. */
export function writeTimes(spoken: string, source: string, language: string): string {
  const { clock } = languageOf(language);
  if (!clock) return spoken;
  let written = spoken;
  for (const [found, hour = '', minute = ''] of source.matchAll(time)) {
    const phrases = phrasesOf(clock, Number(hour), minute).map(
      (phrase) => new RegExp(String.raw`(?<!\p{L})${phrase}(?!\p{L})`, 'iu'),
    );
    const phrase = phrases.find((each) => each.test(written));
    if (phrase) written = written.replace(phrase, found);
  }
  return written;
}

function phrasesOf(clock: ClockWords, hour: number, minute: string): string[] {
  const hours = clock.hours.split(' ');
  const named = (offset: number): string => hours[(hour + offset + 11) % 12] ?? '';
  const patterns = { '00': clock.full, '15': clock.quarter, '30': clock.half, '45': clock.threeQuarters }[minute];
  return (patterns ?? '')
    .split('|')
    .filter((pattern) => pattern !== '')
    .map((pattern) => pattern.replace('{h}', named(0)).replace('{n}', named(1)));
}
