import { dashBefore, dashWord, lastWord } from '../reading.ts';
import type { Reading } from '../reading.ts';
import { englishCardinal } from './english-numbers.ts';

/** Returns the English readings of times of day and Bible verses. */
export function englishTimeReadings(): readonly Reading[] {
  return [
    {
      pattern: /(?<chapter>\d{1,3}):(?<verse>\d{1,3})(?:[-–](?<end>\d{1,3}))?(?![\d:])/uy,
      say({ groups: { chapter = '', verse = '', end = '' }, before, after }) {
        // 9:30-10 may be a time.
        const areVerses = Number(end) > Number(verse) && !/^\s?(?:[AaPp]\.?[Mm]|hours|o['’]clock)/u.test(after);
        if (!areVerses && !bible.test(lastWord(before))) return undefined;
        return `${englishCardinal(chapter)} ${englishCardinal(verse)}${end === '' ? '' : ` to ${englishCardinal(end)}`}`;
      },
    },
    {
      pattern: new RegExp(
        String.raw`(?<h>\d{1,2})(?:[:.](?<m>[0-5]\d))?(?::(?<s>[0-5]\d))?\s?(?<half>[AaPp])[Mm](?![\p{L}\p{N}])${dashBefore(timeOfDay)}`,
        'uy',
      ),
      say({ groups }) {
        const { h = '', m = '', s = '', half = '' } = groups;
        return Number(h) <= 24 ? `${clock(h, m, s, '')} ${half.toUpperCase()}M${dashWord(groups, 'to')}` : undefined;
      },
    },
    {
      pattern: new RegExp(
        String.raw`(?<h>\d{1,2}):(?<m>[0-5]\d)(?::(?<s>[0-5]\d))?(?![\d:]|\.\d)${dashBefore(timeOfDay)}`,
        'uy',
      ),
      say({ groups, after }) {
        const { h = '', m = '', s = '' } = groups;
        if (Number(h) > 24) return undefined;
        const hasHour = /^\s?(?:o['’]clock|hours|\d{1,2}(?::\d\d)?\s?[AaPp][Mm])/u.test(after);
        return clock(h, m, s, hasHour ? '' : wholeHour(h)) + dashWord(groups, 'to');
      },
    },
    pointTimeReading,
    {
      pattern: /(?<h>[01]\d|2[0-3])(?<m>[0-5]\d)(?=\s(?:hours|hrs)\b)/uy,
      say: ({ groups: { h = '', m = '' } }) =>
        `${h.startsWith('0') ? 'oh ' : ''}${englishCardinal(h)} ${m === '00' ? 'hundred' : minutes(m)}`,
    },
  ];
}

/** `at 7.30`, `the 7.30 train`: elsewhere it is a decimal. */
const pointTimeReading: Reading = {
  pattern:
    /(?<h>1?\d|2[0-3])\.(?<m>[0-5]\d)(?![\d%]|\.\d|\s?(?:per|percent|m|million|k?g|km|miles?|inch|feet|times)\b)/uy,
  say({ groups: { h = '', m = '' }, before, after }) {
    const isTime =
      timeWords.test(before) ||
      (/(?<!\p{L})the\s$/iu.test(before) && /^\s(?:train|express|to|from|up|down|boat|bus|tram)\b/u.test(after));
    return isTime ? clock(h, m, '', wholeHour(h)) : undefined;
  },
};

const timeWords = /(?<!\p{L})(?:at|till|until)\s(?:(?:about|nearly|exactly|precisely)\s)?$/iu;

const bible =
  /^(?:Genesis|Exodus|Leviticus|Numbers|Deuteronomy|Joshua|Judges|Ruth|Samuel|Kings|Chronicles|Ezra|Nehemiah|Esther|Job|Psalms?|Proverbs|Ecclesiastes|Songs?|Solomon|Isaiah|Jeremiah|Lamentations|Ezekiel|Daniel|Hosea|Joel|Amos|Obadiah|Jonah|Micah|Nahum|Habakkuk|Zephaniah|Haggai|Zechariah|Malachi|Matthew|Mark|Luke|John|Acts|Romans|Corinthians|Galatians|Ephesians|Philippians|Colossians|Thessalonians|Timothy|Titus|Philemon|Hebrews|James|Peter|Jude|Revelation|(?:Gen|Exod?|Ex|Lev|Num|Deut|Josh|Judg|Sam|Kgs|Chr|Chron|Neh|Pss?|Prov|Eccl|Isa|Jer|Lam|Ezek|Dan|Hos|Mic|Hab|Zech|Mal|Matt?|Mt|Mk|Lk|Jn|Rom|Cor|Gal|Eph|Phil|Col|Thess|Tim|Tit|Heb|Jas|Pet|Rev)\.?)$/u;

const timeOfDay = String.raw`\d{1,2}(?::[0-5]\d(?![\d:])|(?::[0-5]\d)?\s?[AaPp][Mm])`;

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
