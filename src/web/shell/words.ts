/** How numbers and times are written, in the language of the page. */
let locale = 'en';
let lessThanAMinute = 'less than a minute';

/** Has numbers and times written in another language (BCP-47). */
export function useWords(language: string, shortest: string): void {
  locale = language;
  lessThanAMinute = shortest;
}

/** Returns a length of time in words, such as `42 minutes` or `11 hours 5 minutes`. */
export function timeInWords(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return lessThanAMinute;
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return measure(minutes, 'minute');
  const rest = minutes % 60;
  return rest === 0 || hours > 20 ? measure(hours, 'hour') : `${measure(hours, 'hour')} ${measure(rest, 'minute')}`;
}

/** Returns a rough time, with a word before a number, so that it does not change every second. */
export function roughTime(seconds: number, about: string): string {
  const words = timeInWords(seconds);
  return /^\d/u.test(words) ? about + words : words;
}

function measure(amount: number, unit: string, unitDisplay: 'long' | 'short' = 'long', digits = 0): string {
  const style = {
    style: 'unit',
    unit,
    unitDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const;
  return amount.toLocaleString(locale, style);
}

/** Returns a function that writes numbers with their nouns, such as `1 chapter` or `1,200 words`, in a language with two forms. */
export function counter(language: string): (number: number, one: string, other: string) => string {
  const rules = new Intl.PluralRules(language);
  return (number, one, other) => `${number.toLocaleString(language)} ${rules.select(number) === 'one' ? one : other}`;
}

/** Returns an amount of money, such as `$1.20`. */
export function money(amount: number, currency: string): string {
  return amount.toLocaleString(locale, { style: 'currency', currency });
}

/** Returns a size, such as `12 MB`. */
export function size(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  if (megabytes < 0.1) return measure(Math.max(1, Math.round(bytes / 1000)), 'kilobyte', 'short');
  return measure(megabytes, 'megabyte', 'short', megabytes < 10 ? 1 : 0);
}

/** Returns the name of a language, such as `French`, or its code when it has none. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Returns the time of day of a moment in ISO 8601. */
export function timeOfDay(moment: string): string {
  return new Date(moment).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
}

/** Returns the day of a moment in ISO 8601. */
export function dayOf(moment: string): string {
  return new Date(moment).toLocaleDateString(locale, { dateStyle: 'medium' });
}

/** Returns a position in a recording, such as `1:02:09`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}
