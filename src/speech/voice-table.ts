import type { Voice } from './provider.ts';

export interface VoicesByGender {
  readonly female?: readonly string[];
  readonly male?: readonly string[];
  readonly unknown?: readonly string[];
}

/** Voice records from a table of names by language and gender; the first of a language is its best. */
export function voiceTable(table: Readonly<Record<string, VoicesByGender>>): readonly Voice[] {
  return Object.entries(table).flatMap(([language, { female = [], male = [], unknown = [] }]) => {
    const women = female.map((id): Voice => ({ id, name: id, language, gender: 'female' }));
    const men = male.map((id): Voice => ({ id, name: id, language, gender: 'male' }));
    return women.concat(
      men,
      unknown.map((id) => ({ id, name: id, language })),
    );
  });
}
