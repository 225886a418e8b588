import type { Voice } from './provider.ts';

/** Returns the gender that a service names, whole or by its first letter, or undefined for anything else. */
export function voiceGender(named: unknown): Voice['gender'] {
  if (typeof named !== 'string') return undefined;
  if (/^f(?:emale)?$/iu.test(named)) return 'female';
  return /^m(?:ale)?$/iu.test(named) ? 'male' : undefined;
}
