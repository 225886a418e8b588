import type { Voice } from '../provider.ts';
import { everyLanguage } from '../voices-for.ts';

const female = new Set(['nova', 'shimmer', 'coral', 'sage', 'marin']);
const male = new Set(['echo', 'onyx', 'ash', 'cedar']);

/** The six voices of all OpenAI models (docs/specification.md, "Speech providers"), then those of `gpt-4o-mini-tts`. Other names are passed on. */
const names = ['alloy', 'echo', 'fable', 'nova', 'onyx', 'shimmer'].concat([
  'ash',
  'ballad',
  'coral',
  'sage',
  'verse',
  'marin',
  'cedar',
]);

/** OpenAI's voices as of November 2026. Each speaks every language. */
export const vendorVoices: readonly Voice[] = names.map((id) => ({
  id,
  name: id,
  language: everyLanguage,
  gender: genderOf(id),
}));

function genderOf(id: string): Voice['gender'] {
  if (female.has(id)) return 'female';
  return male.has(id) ? 'male' : undefined;
}
