import { signal } from '@preact/signals';
import { call } from '../../api/call.ts';
import type { Corrections } from '../../api/types.ts';

/** A sentence or a word that a book says differently. */
export type Correction = Corrections['corrections'][number];

/** What the book at hand says differently. */
export const corrections = signal<readonly Correction[]>([]);

/** Asks what a book says differently. Throws `ApiError`. */
export async function readCorrections(id: string): Promise<void> {
  corrections.value = (await call<Corrections>(`jobs/${id}/corrections`)).corrections;
}

/** Keeps a correction in place of the one for the same words; without `say`, these are said as they are written again. Throws `ApiError`. */
export async function keepCorrection(
  id: string,
  { say, ...words }: Omit<Correction, 'say'> & { readonly say: string | undefined },
): Promise<void> {
  // Another tab, or a phone, may have kept one meanwhile.
  await readCorrections(id);
  const others = corrections.peek().filter((one) => !isSame(one, words));
  const next = say === undefined ? others : [...others, { ...words, say }];
  await call(`jobs/${id}/corrections`, { method: 'PUT', body: JSON.stringify({ corrections: next }) });
  corrections.value = next;
}

/** Returns what is said in place of words, where that was corrected. */
export function correctionOf(words: Omit<Correction, 'say'>): Correction | undefined {
  return corrections.value.find((one) => isSame(one, words));
}

function isSame(one: Omit<Correction, 'say'>, other: Omit<Correction, 'say'>): boolean {
  return one.text === other.text && (one.isWhole ?? false) === (other.isWhole ?? false);
}
