import type { Reading } from '../reading/readings.ts';
import { lastWord } from '../reading/readings.ts';
import { englishCardinal } from './english-numbers.ts';

/** Returns the English readings of times of day, Bible verses and ratios. */
export function englishTimeReadings(): readonly Reading[] {
  return [
    {
      pattern: /(?<chapter>\d{1,3}):(?<verse>\d{1,3})(?:[-–](?<end>\d{1,3}))?(?![\d:])/uy,
      say({ groups: { chapter = '', verse = '', end = '' }, before }) {
        if (!bible.test(lastWord(before))) return undefined;
        return `${englishCardinal(chapter)} ${englishCardinal(verse)}${end === '' ? '' : ` to ${englishCardinal(end)}`}`;
      },
    },
    {
      pattern: /(?<h>\d{1,2})(?:[:.](?<m>[0-5]\d))?(?::(?<s>[0-5]\d))?\s?(?<half>[AaPp])[Mm](?![\p{L}\p{N}])/uy,
      say: ({ groups: { h = '', m = '', s = '', half = '' } }) =>
        Number(h) <= 24 ? `${clock(h, m, s, '')} ${half.toUpperCase()}M` : undefined,
    },
    {
      pattern: /(?<h>\d{1,2}):(?<m>[0-5]\d)(?::(?<s>[0-5]\d))?(?![\d:]|\.\d)/uy,
      say({ groups: { h = '', m = '', s = '' }, after }) {
        if (Number(h) > 24) return undefined;
        return clock(h, m, s, /^\s?(?:o['’]clock|hours)/u.test(after) ? '' : wholeHour(h));
      },
    },
    {
      pattern: /(?<h>[01]\d|2[0-3])(?<m>[0-5]\d)(?=\s(?:hours|hrs)\b)/uy,
      say: ({ groups: { h = '', m = '' } }) =>
        `${h.startsWith('0') ? 'oh ' : ''}${englishCardinal(h)} ${m === '00' ? 'hundred' : minutes(m)}`,
    },
    {
      pattern: /(?<a>\d{1,4}):(?<b>\d{1,4})(?![\d:])/uy,
      say: ({ groups: { a = '', b = '' } }) => `${englishCardinal(a)} to ${englishCardinal(b)}`,
    },
  ];
}

const bible =
  /^(?:Genesis|Exodus|Leviticus|Numbers|Deuteronomy|Joshua|Judges|Ruth|Samuel|Kings|Chronicles|Ezra|Nehemiah|Esther|Job|Psalms?|Proverbs|Ecclesiastes|Songs?|Solomon|Isaiah|Jeremiah|Lamentations|Ezekiel|Daniel|Hosea|Joel|Amos|Obadiah|Jonah|Micah|Nahum|Habakkuk|Zephaniah|Haggai|Zechariah|Malachi|Matthew|Mark|Luke|John|Acts|Romans|Corinthians|Galatians|Ephesians|Philippians|Colossians|Thessalonians|Timothy|Titus|Philemon|Hebrews|James|Peter|Jude|Revelation)$/u;

function clock(hours: string, minute: string, second: string, whole: string): string {
  const seconds =
    second === '' || second === '00' ? '' : ` and ${englishCardinal(second)} second${second === '01' ? '' : 's'}`;
  const hour = englishCardinal(hours);
  return `${hour}${minute === '' || minute === '00' ? whole : ` ${minutes(minute)}`}${seconds}`;
}

function wholeHour(hours: string): string {
  return Number(hours) > 12 || Number(hours) === 0 ? ' hundred' : " o'clock";
}

function minutes(minute: string): string {
  return minute.startsWith('0') ? `oh ${englishCardinal(minute)}` : englishCardinal(minute);
}
