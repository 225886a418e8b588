import { speechWords } from './speech-words.ts';
import type { Gender } from './character.ts';

/** The words beside a quotation. */
export interface Surroundings {
  /** Between the quotation before, or the beginning of the block, and this one. */
  readonly before: string;
  /** Between this quotation and the next, or the end of the block. */
  readonly after: string;
}

/** The speaker that the narrator names: a range of `text`, or only a pronoun. */
export interface SpeechTag {
  readonly text: string;
  readonly pronoun?: Gender | undefined;
}

const maxClause = 120;
/** Ends with the sentence, but not at the full stop of a title. */
const firstClause = /^(?:\b(?:Mr|Mrs|Ms|Dr|St|M|Mme|Mlle|Hr|Fr|Sr|Sra)\.|[^.!?…;:。！？])*/u;
const word = /[\p{L}\p{M}](?:[\p{L}\p{M}]|[’'-](?=\p{L}))*/gu;

/** Returns the clause that says who speaks: `said Anne` after a quotation, or `Anne said:` before it. */
export function speechTag({ before, after }: Surroundings, language: string): SpeechTag | undefined {
  const next = firstClause.exec(after.slice(0, maxClause))?.[0] ?? '';
  const afterTag = clauseWithVerb(next, language, 'after');
  if (afterTag) return afterTag;
  const last = before.slice(-maxClause).trimEnd();
  if (!/[:,，：—–-]$/u.test(last)) return undefined;
  const introduction = last.slice(0, -1);
  const start = Math.max(...['. ', '! ', '? ', '; ', '” ', '… '].map((end) => introduction.lastIndexOf(end)));
  return clauseWithVerb(introduction.slice(start + 1), language, 'before');
}

/** Words from the quotation to the verb. */
const maxDistance = 6;

function clauseWithVerb(clause: string, language: string, side: 'before' | 'after'): SpeechTag | undefined {
  const { verbs, male, female } = speechWords(language);
  const words = [...clause.matchAll(word)].flatMap((match) =>
    match[0].split('-').map((part) => ({ part: part.toLowerCase(), at: match.index })),
  );
  const near = side === 'after' ? words.slice(0, maxDistance) : words.slice(-maxDistance * 2);
  const verb = near.find(({ part }) => verbs.has(part));
  if (!verb) return undefined;
  const place = words.indexOf(verb);
  // The subject is beside its verb; what follows a comma is another matter.
  const beside = [words[place - 1], words[place + 1]].find(
    (each) => each && (male.has(each.part) || female.has(each.part)),
  );
  const end = clause.indexOf(',', verb.at);
  const text = end < 0 ? clause : clause.slice(0, end);
  return { text, pronoun: beside && (male.has(beside.part) ? 'male' : 'female') };
}
