import { dashBeforeTime, dashWord, firstWord } from '../reading.ts';
import type { Reading, ReadingMatch } from '../reading.ts';
import { germanCardinal, germanCount, germanYear } from './german-numbers.ts';
import { declinedOrdinal, germanMonths } from './german-ordinals.ts';

const numbered = germanMonths.filter((month) => month !== 'Jänner');

/** Returns the German readings of dates, ordinals and times. */
export function germanDateReadings(): readonly Reading[] {
  return [
    {
      pattern: /(?<y>\d{4})-(?<m>0[1-9]|1[0-2])-(?<d>0[1-9]|[12]\d|3[01])(?!\d|-)/uy,
      say: (match) => date(match),
    },
    { pattern: /(?<d>\d{1,2})\.\s?(?<m>\d{1,2})\.\s?(?<y>\d{4}|\d\d)(?![\d]|\.\d)/uy, say: (match) => date(match) },
    {
      pattern: /(?<d>\d{1,2})\.\s?(?<m>\d{1,2})\.(?!\s?\d)/uy,
      say: (match) => (dateWords.test(match.before) ? date(match) : undefined),
    },
    {
      pattern: /(?<a>\d{1,4})\.(?:\s?(?<mark>[-–/])\s?(?<b>\d{1,4})\.)?(?=\s["„»(]?\p{L})(?!\s?\d)/uy,
      say: ordinal,
    },
    {
      pattern: /(?<a>\d{1,4})\.(?=,|\s?[-–/]|\s?\)|\s(?:und|oder)\s\d{1,4}\.\s)/uy,
      say: ({ groups: { a = '' }, before, after }) =>
        ordinalWords.test(before.replace(listed, ' ')) ? declinedOrdinal(a, before, nounOf(after)) : undefined,
    },
    {
      // `am Nachmittage des 11.` ends its sentence.
      pattern: /(?<a>[12]?\d|3[01])\.(?=["»“”’)\s]*$)/uy,
      say: ({ groups: { a = '' }, before }) =>
        /(?<!\p{L})(?:am|vom|zum|des)\s$/iu.test(before) ? `${declinedOrdinal(a, before, 'Tag')}.` : undefined,
    },
    {
      pattern: /(?<h>[01]?\d|2[0-4])(?:[:.](?<m>[0-5]\d))?(?::(?<s>[0-5]\d))?\s(?<word>Uhr|h)(?![\p{L}\p{N}])/uy,
      // "15 h" is a time of day after "um"; otherwise it is a duration.
      say: ({ groups, before }) =>
        groups['word'] === 'h' && groups['m'] === '' && !timeWords.test(before) ? undefined : clock(groups),
    },
    {
      pattern: new RegExp(
        String.raw`(?<h>[01]?\d|2[0-4]):(?<m>[0-5]\d)(?::(?<s>[0-5]\d))?(?![\d:])${dashBeforeTime}`,
        'uy',
      ),
      say: ({ groups }) => clock(groups) + dashWord(groups, 'bis'),
    },
    {
      pattern: /(?<y>1[0-9]\d\d|20\d\d)(?<mark>[/–-])(?<b>\d\d)(?![\d/–-]|[.,]\d)/uy,
      say: ({ groups: { y = '', b = '', mark } }) =>
        Number(b) > Number(y.slice(2))
          ? `${germanYear(y)}${mark === '/' ? ' ' : ' bis '}${germanCardinal(b)}`
          : undefined,
    },
  ];
}

/** The ordinals before one in a list, and what follows them. */
const listed = /\s(?:\d{1,4}\.(?:,|\s(?:und|oder|bis))\s){1,8}$/u;

function nounOf(after: string): string {
  return firstWord(after.replace(/^(?:(?:,|\s(?:und|oder|bis))\s\d{1,4}\.){1,8}/u, ''));
}

const timeWords = /(?<!\p{L})(?:um|gegen|ab|bis|von|seit|vor)\s$/iu;
const dateWords = /(?:\b(?:am|vom|zum|bis|den|dem|ab|der|seit)\s|bis zum\s|[-–]\s?)$/iu;
const ordinalWords =
  /(?<!\p{L})(?:am|im|vom|zum|zur|beim|der|die|das|dem|den|des|bis|ab|und|dieser|diese|dieses|diesem|diesen|jeder|jede|jedes|jedem|jeden|ein|eine|einem|einen|einer|sein|seine|seinem|seinen|seiner|ihr|ihre|ihrem|ihren|ihrer|mein|meine|meinem|meinen|unser|unsere)\s$/iu;
const ordinalNouns =
  /^(?:Kapitel|Jahrhundert\p{L}{0,4}|Jahrtausend\p{L}{0,4}|Buch|Teil|Band|Akt|Szene|Auflage|Mal|Stock|Stockwerk|Tag|Abschnitt|Aufzug|Auftritt|Gesang|Klasse|Reihe|Weltkrieg\p{L}{0,2}|Geburtstag|Platz|Brief|Nacht|Sonntag|Advent|Gebot|Etage|Armee|Division|Regiment|Bataillon|Infanterie\p{L}*|Lektion|Strophe|Sitzung|Woche|Stunde|Runde|Jahrgang|OG|UG|Liga|Halbzeit|Staffel|Mose|Könige|Samuel|Korinther|Thessalonicher|Timotheus|Petrus|Johannes)$/u;
const months = new Set(germanMonths);

/** A number with a full stop is an ordinal before a month or such a noun, after an article, and before a small letter. */
function ordinal({ groups: { a = '', b = '', mark }, before, after }: ReadingMatch): string | undefined {
  const noun = nounOf(after);
  const isOrdinal =
    months.has(noun) ||
    ordinalNouns.test(noun) ||
    ordinalWords.test(before.replace(listed, ' ')) ||
    /^\s\p{Ll}/u.test(after);
  if (!isOrdinal) return undefined;
  const first = declinedOrdinal(a, before, noun);
  if (b === '') return first;
  return mark === '/'
    ? `${first} ${declinedOrdinal(b, before, noun)}`
    : `${first} bis ${declinedOrdinal(b, 'bis ', noun)}`;
}

function date({ groups: { d = '', m = '', y = '' }, before }: ReadingMatch): string | undefined {
  const month = numbered[Number(m) - 1];
  if (month === undefined || Number(d) < 1 || Number(d) > 31) return undefined;
  const year = y === '' ? '' : ` ${y.length === 2 ? germanCardinal(y) : germanYear(y)}`;
  return `${declinedOrdinal(d, before, month)} ${month}${year}`;
}

function clock({ h = '', m = '', s = '' }: Readonly<Record<string, string>>): string {
  const minutes = m === '' || m === '00' ? '' : ` ${germanCardinal(m)}`;
  const seconds = s === '' || s === '00' ? '' : ` und ${germanCount(s, 'feminine')} Sekunde${s === '01' ? '' : 'n'}`;
  return `${germanCount(h, 'masculine')} Uhr${minutes}${seconds}`;
}
