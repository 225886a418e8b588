import { createHash } from 'node:crypto';
import type { Chapter } from '../core/book.ts';
import type { NarrationOptions } from './narration.ts';

/** What a script is made from, beside its chapter. */
type FingerprintSources = Pick<NarrationOptions, 'task' | 'prompt' | 'hosts' | 'model' | 'translation' | 'language'>;

/** Returns the fingerprints of the scripts that are used: those of the run first. */
export function fingerprintsOf(
  chapter: Chapter,
  { otherForm, ...sources }: FingerprintSources & Pick<NarrationOptions, 'otherForm'>,
): readonly string[] {
  const own = fingerprintOf(chapter, sources);
  return otherForm ? [own, fingerprintOf(chapter, { ...sources, ...otherForm })] : [own];
}

/** Returns a hash of a script's input. Seed and temperature are not part of it: another seed must not discard edited scripts. */
export function fingerprintOf(
  { blocks, title }: Chapter,
  { task, prompt, hosts, model, translation, language }: FingerprintSources,
): string {
  const source = blocks.map(({ kind, text }) => [kind, text]);
  const made = [1, title, source, language, task.name, prompt, prompt === '' ? '' : model?.id];
  const translated = translation ? [translation.target, translation.model.id] : [];
  return createHash('sha256')
    .update(JSON.stringify([...made, ...translated, ...(hosts === 2 ? ['two hosts'] : [])]))
    .digest('hex')
    .slice(0, 40);
}
