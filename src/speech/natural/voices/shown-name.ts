import { languageName } from '../../../core/language.ts';
import type { ModelSpeaker, VoiceModel } from '../../../voice-models/voice-model.ts';

/** Adjectives of the regions whose voices are in the catalogue. Others are named after their language. */
const adjectives: Readonly<Record<string, string>> = {
  BD: 'Bangladeshi',
  BR: 'Brazilian',
  CN: 'Chinese',
  DE: 'German',
  ES: 'Spanish',
  FR: 'French',
  GB: 'British',
  IN: 'Indian',
  IR: 'Iranian',
  IS: 'Icelandic',
  IT: 'Italian',
  JP: 'Japanese',
  MX: 'Mexican',
  RU: 'Russian',
  US: 'American',
};

const kindNames: Readonly<Record<VoiceModel['kind'], string>> = {
  kokoro: 'Kokoro',
  supertonic: 'Supertonic',
  piper: 'Piper',
  kitten: 'Kitten',
};

/** Returns the name of a speaker as people call it: `Heart` for `af_heart`, `Joe` for `en_US-joe-medium`. */
export function personName({ kind, speakers }: Pick<VoiceModel, 'kind' | 'speakers'>, speaker: string): string {
  const isPiperVoice = kind === 'piper' && speakers.length === 1;
  const name = isPiperVoice ? speaker.split('-')[1] : speaker.replace(/^[a-z]{2}_/u, '');
  const words = (name ?? speaker).replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Returns the name of a voice for a list: `Heart, American woman`; without a country where the speaker has many languages. */
export function shownName(
  model: VoiceModel,
  { name, gender, language }: ModelSpeaker,
  languages: readonly string[],
): string {
  const person = gender === undefined ? 'voice' : { female: 'woman', male: 'man' }[gender];
  const origin = languages.length === 1 ? `${originOf(language)} ` : '';
  return `${personName(model, name)}, ${origin}${person}`;
}

/** Returns the name of a speaker with that of its family, for a credit: `Heart (Kokoro)`. */
export function creditName(model: VoiceModel, { name }: Pick<ModelSpeaker, 'name'>): string {
  return `${personName(model, name)} (${kindNames[model.kind]})`;
}

function originOf(language: string): string {
  const { region = '' } = new Intl.Locale(language).maximize();
  return adjectives[region] ?? languageName(language);
}
