import type { Voice } from './provider.ts';

/** Names of the voices of one language. */
export interface VoicesByGender {
  readonly female?: readonly string[];
  readonly male?: readonly string[];
  readonly unknown?: readonly string[];
}

/** Returns voices from a table of names by language and gender. The first voice of a language is its best. */
export function voiceTable(table: Readonly<Record<string, VoicesByGender>>): readonly Voice[] {
  return Object.entries(table).flatMap(([language, { female = [], male = [], unknown = [] }]) => {
    const toVoice = (id: string, gender?: Voice['gender']): Voice => ({ id, name: id, language, gender });
    return [
      ...female.map((id) => toVoice(id, 'female')),
      ...male.map((id) => toVoice(id, 'male')),
      ...unknown.map((id) => toVoice(id)),
    ];
  });
}
