import { AudiobookError } from '../../core/errors.ts';
import type { Voice } from '../provider.ts';

type NamedVoice = Pick<Voice, 'id' | 'name'>;

/** Shorter parts of names are slips rather than names. */
const minPart = 3;

/**
 * Returns the id of the voice that a name means, in any case: its id, the id without its family (`af_heart`), the name of the person
 * (`heart`), or a part of any of these that only one voice has. A name that means no voice is returned as it is. Throws `bad-value` with
 * the voices that a name fits, where it fits several.
 */
export function findVoice(name: string, voices: readonly NamedVoice[]): string {
  const wanted = name.trim().toLowerCase();
  const ways: readonly ((voice: NamedVoice) => boolean)[] = [
    ({ id }) => id.toLowerCase() === wanted,
    ({ id }) => withoutFamily(id) === wanted,
    ({ name: shown }) => [shown, personOf(shown)].some((own) => own.toLowerCase() === wanted),
    (voice) => wanted.length >= minPart && partsOf(voice).some((own) => own.includes(wanted)),
  ];
  for (const fits of ways) {
    const found = voices.filter(fits);
    const [only] = found;
    if (found.length > 1) throw severalVoices(name, found);
    if (only) return only.id;
  }
  return name;
}

function partsOf({ id, name }: NamedVoice): readonly string[] {
  return [withoutFamily(id), name.toLowerCase()];
}

function withoutFamily(id: string): string {
  return id.slice(id.indexOf(':') + 1).toLowerCase();
}

function personOf(shown: string): string {
  return shown.split(',')[0] ?? shown;
}

const maxShown = 6;

function severalVoices(name: string, found: readonly NamedVoice[]): AudiobookError {
  const shown = found.slice(0, maxShown).map(({ id, name: own }) => `${id} (${own})`);
  const more = found.length > maxShown ? ` and ${found.length - maxShown} more` : '';
  return new AudiobookError(
    'bad-value',
    `The voice '${name}' fits several: ${shown.join(', ')}${more}. Name one of them by its id.`,
  );
}
