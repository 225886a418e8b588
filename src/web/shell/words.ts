/** Returns a length of time in words, such as `42 minutes` or `11 hours 5 minutes`. */
export function timeInWords(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return 'less than a minute';
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return count(minutes, 'minute');
  const rest = minutes % 60;
  return rest === 0 || hours > 20 ? count(hours, 'hour') : `${count(hours, 'hour')} ${count(rest, 'minute')}`;
}

/** Returns a number with its noun, such as `1 chapter` or `1,200 words`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** Returns a size, such as `12 MB`. */
export function size(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  if (megabytes < 0.1) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes).toLocaleString('en')} MB`;
}

/** Returns the name of a language in English, such as `French`, or its code when it has none. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Returns the time of day of a moment in ISO 8601. */
export function timeOfDay(moment: string): string {
  return new Date(moment).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}

/** Returns the day of a moment in ISO 8601. */
export function dayOf(moment: string): string {
  return new Date(moment).toLocaleDateString([], { dateStyle: 'medium' });
}

/** Returns a position in a recording, such as `1:02:09`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}
