/**
 * The form in which the engine gets ellipses and dashes: `plain` as commas and full stops, for engines that skip them; `marks` as
 * one mark, for engines that know them.
 */
export type PauseStyle = 'plain' | 'marks';

/** Returns a sentence in which each ellipsis and dash is a mark at which the engine pauses: a comma, at its end a full stop. */
export function writePauses(text: string, style: PauseStyle): string {
  if (!/[…—―⸺⸻–−-]|\. ?\./u.test(text)) return text;
  const parts: string[] = [];
  let before = '';
  let done = 0;
  for (const match of text.matchAll(pauses)) {
    const [mark] = match;
    const kept = text.slice(done, match.index);
    done = match.index + mark.length;
    const place = { mark, before: before + kept.slice(-3), after: text.slice(done, done + 40) };
    const pause = isInnerDash(place) ? '-' : style === 'plain' ? plainPause(place) : markedPause(place);
    parts.push(kept, pause);
    before = (place.before + pause).slice(-3);
  }
  return parts.join('') + text.slice(done);
}

interface Place {
  readonly mark: string;
  /** The characters before and after the mark, without its spaces. */
  readonly before: string;
  readonly after: string;
}

/** One space at most precedes and follows: the text has no others. */
const pauses =
  / ?(?:…|\.(?: ?\.)+|[—―⸺⸻]|-{2,}|(?<= )[-–−](?= |$)|(?<!\p{N})–(?!\p{N})|^[-–−](?= ))(?: ?(?:…|\.(?: ?\.)+|[—―⸺⸻]))* ?/gu;

const closed = /[.,;:!?¡¿]["'”’»“«)\]]*$/u;
/** Quotes open or close depending on the language: a space before one means that it opens. */
const opening = /(?:^|[\s([{¡¿])["'“‘„«»‚‹›]{0,2}$/u;
const closingQuotes = /^["'”’»“‘«‹›)\]]{1,3}(?=[\s.,;:!?]|$)/u;

function plainPause(place: Place): string {
  const { mark, before, after } = place;
  // Nothing was said yet: a dash before a speech, an ellipsis before the rest of a sentence.
  if (isBeforeSpeech(place)) return mark.startsWith(' ') && /\S$/u.test(before) ? ' ' : '';
  const quotes = quotesAt(after);
  if (closed.test(before)) return quotes === '' || mark.endsWith(' ') ? ' ' : '';
  const next = after.slice(quotes.length);
  // French guillemets have a space inside, which stays.
  const gap = mark.endsWith(' ') && quotes !== '' ? ' ' : '';
  return (/^[.,;:!?)\]]/u.test(next) ? '' : pauseMark(quotes, next.trimStart())) + gap;
}

function quotesAt(after: string): string {
  return closingQuotes.exec(after)?.[0] ?? '';
}

function pauseMark(quotes: string, next: string): string {
  if (next === '') return '.';
  if (/^[)\]]/u.test(quotes)) return '';
  return quotes === '' ? ', ' : ',';
}

/** Where something was said and nothing follows, the quote before the mark is a closing one, as in `« non »…`. */
function isBeforeSpeech({ before, after }: Place): boolean {
  return isOpen(before) && (before === '' || after !== '');
}

function isOpen(before: string): boolean {
  return before === '' || opening.test(before);
}

/** Joins names, as in `Michelson–Morley`. */
function isInnerDash({ mark, before, after }: Place): boolean {
  return mark === '–' && /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after);
}

function markedPause(place: Place): string {
  const isEllipsis = /[.…]/u.test(place.mark);
  const isLast = place.after === '' || /^[\s"'”’».,;:!?)\]]/u.test(place.after);
  // A dash keeps the spaces that it has: `—dijo ella—;` begins and ends what is said.
  const left = isEllipsis || isOpen(place.before) || !place.mark.startsWith(' ') ? '' : ' ';
  const right = isLast || (isEllipsis ? isOpen(place.before) : !place.mark.endsWith(' ')) ? '' : ' ';
  return `${left}${isEllipsis ? '…' : '—'}${right}`;
}
