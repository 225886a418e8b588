import type { SpeechWords } from '../speech-words.ts';

/** A word of a clause, in lower case. */
export interface Token {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A verb of saying in the clause beside a quotation. */
export interface TagVerb {
  readonly clause: string;
  readonly tokens: readonly Token[];
  /** Index of the verb in the tokens. */
  readonly place: number;
  readonly verb: Token;
}

const word = /[\p{L}\p{M}](?:[\p{L}\p{M}]|[’'-](?=\p{L}))*/gu;

/** Returns the words of a text in lower case, those with a hyphen divided. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(word)].flatMap(({ 0: matched, index }) => {
    let at = index;
    return matched.split('-').map((part) => {
      const from = at;
      at += part.length + 1;
      return { text: part.toLowerCase(), from, to: from + part.length };
    });
  });
}

const maxClause = 120;
/** Ends with the sentence, but not at the full stop of a title. */
const firstClause = /^(?:\b(?:Mr|Mrs|Ms|Dr|St|M|Mme|Mlle|Hr|Fr|Sr|Sra)\.|[^.!?…;:。！？])*/u;

/** Returns the words after a quotation up to the end of their sentence. */
export function clauseAfter(after: string): string {
  return firstClause.exec(after.slice(0, maxClause))?.[0] ?? '';
}

/** Words from the quotation to the verb. */
const maxDistance = 6;

/** Returns the verb of saying after a quotation: `said Anne`. */
export function verbAfter(after: string, { verbs }: SpeechWords): TagVerb | undefined {
  const clause = clauseAfter(after);
  const tokens = tokensOf(clause);
  const place = tokens.slice(0, maxDistance).findIndex(({ text }) => verbs.has(text));
  const verb = tokens[place];
  return verb && { clause, tokens, place, verb };
}

/** Returns the verb of saying in the sentence that leads to a quotation: `Anne said:`. */
export function verbBefore(before: string, { verbs }: SpeechWords): TagVerb | undefined {
  const last = before.trimEnd();
  if (!/[:,，：—–-]$/u.test(last)) return undefined;
  const clause = lastSentence(last);
  const tokens = tokensOf(clause);
  const place = tokens.findLastIndex(({ text }) => verbs.has(text));
  const verb = tokens[place];
  return verb && { clause, tokens, place, verb };
}

const sentenceEnd = /(?<!\b(?:Mr|Mrs|Ms|Dr|St|M|Mme|Mlle|Hr|Fr|Sr|Sra))[.!?…;][”’"'»)]*\s/gu;

/** Returns the last sentence of a text. */
export function lastSentence(text: string): string {
  const ends = [...text.matchAll(sentenceEnd)];
  const last = ends.at(-1);
  return last ? text.slice(last.index + last[0].length) : text;
}
