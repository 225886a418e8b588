import { plainCharacters } from './cleaning/plain-characters.ts';
import { composeScript } from './compose-script.ts';
import { readEnvelope } from './cleaning/read-envelope.ts';
import { removeThoughts } from './cleaning/remove-thoughts.ts';
import type { GuardContext, GuardedScript, Repair } from './guarded-script.ts';

/** An answer with a smaller share of the source is another text. It is asked for again. */
const minCoverage = 0.5;
/** An answer that is longer than this many times its source is not compared with it. */
const maxTimes = 6;
/** Characters that an answer may have beyond those of its source: a preamble, a repeated frame. */
const maxMore = 20_000;

/**
 * Returns the script of a faithful task: the source itself, in which numbers, abbreviations and signs are as the completion speaks
 * them. Refuses a completion only when most of the source is not in it.
 */
export function guardFaithful(completion: string, { source, language }: GuardContext): GuardedScript {
  const plain = seenCharacters(completion);
  const visible = removeThoughts(plain);
  const { text, envelope } = readEnvelope(visible);
  if (text.length > maxMore + source.length * maxTimes) return { ok: false, problem: 'too-long' };
  if (!/[\p{L}\p{N}]/u.test(text)) return { ok: false, problem: 'empty' };
  const composed = composeScript(source, plainCharacters(unescaped(text, envelope), source), language);
  const { coverage, removed, restored, about } = composed;
  if (coverage < minCoverage) {
    const share = `${Math.round(coverage * 100)} % of the words of the text`;
    return { ok: false, problem: coverage < minRelated ? 'unrelated' : 'lost-text', about: share };
  }
  const repairs: Repair[] = [];
  if (visible.trim() !== plain.trim()) repairs.push('thoughts');
  if (removed > 0) repairs.push('additions');
  if (restored > 0) repairs.push('restored');
  return { ok: true, text: composed.text, edits: composed.edits, repairs, about };
}

/** Returns a text without characters that are not seen, with one kind of line break and one width of letters. */
function seenCharacters(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .replaceAll(/\p{Cf}|\p{Co}|\p{Variation_Selector}/gu, '')
    .replaceAll(/[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/gu, (sign) => sign.normalize('NFKC'));
}

/** An answer with less of the source is about something else, a refusal or a question. */
const minRelated = 0.2;

/** JSON that was cut off is compared as text. */
function unescaped(text: string, envelope: string): string {
  return envelope === 'json' ? text : text.replaceAll(/\\n/gu, '\n').replaceAll(/\\(["'])/gu, '$1');
}
