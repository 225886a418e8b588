import type { Voice } from '../provider.ts';
import { voiceTable } from '../voice-table.ts';
import type { VoicesByGender } from '../voice-table.ts';

/** Neural voices by locale, best for narration first. Amazon's list as of November 2026. */
const neural: Readonly<Record<string, VoicesByGender>> = {
  'de-DE': { female: ['Vicki'], male: ['Daniel'] },
  'de-AT': { female: ['Hannah'] },
  'de-CH': { female: ['Sabrina'] },
  'en-US': {
    female: ['Joanna', 'Ruth', 'Danielle', 'Salli', 'Kendra', 'Kimberly', 'Ivy'],
    male: ['Matthew', 'Stephen', 'Gregory', 'Joey', 'Justin', 'Kevin'],
  },
  'en-GB': { female: ['Amy', 'Emma'], male: ['Brian', 'Arthur'] },
  'en-AU': { female: ['Olivia'] },
  'en-IN': { female: ['Kajal'] },
  'es-ES': { female: ['Lucia'], male: ['Sergio'] },
  'es-MX': { female: ['Mia'], male: ['Andres'] },
  'es-US': { female: ['Lupe'], male: ['Pedro'] },
  'fr-FR': { female: ['Lea'], male: ['Remi'] },
  'fr-CA': { female: ['Gabrielle'], male: ['Liam'] },
  'fr-BE': { female: ['Isabelle'] },
  'hi-IN': { female: ['Kajal'] },
  'it-IT': { female: ['Bianca'], male: ['Adriano'] },
  'ja-JP': { female: ['Kazuha', 'Tomoko'], male: ['Takumi'] },
  'pt-BR': { female: ['Camila', 'Vitoria'], male: ['Thiago'] },
  'pt-PT': { female: ['Ines'] },
  'cmn-CN': { female: ['Zhiyu'] },
};

/** Built-in list for when the service cannot be reached. */
export const pollyVoices: readonly Voice[] = voiceTable(neural);
