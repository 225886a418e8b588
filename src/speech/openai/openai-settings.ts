import { z } from 'zod';
import { invalidValue } from '../../core/errors.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import type { ParsedSetting, Setting, Settings } from '../../core/settings.ts';

export const vendorUrl = 'https://api.openai.com/v1';

/** What every model of OpenAI takes in one request, in characters. */
export const maxChars = 4096;

/** Formats in the order in which they are asked for: those that say their length and lose nothing first. Any answer is taken by its bytes. */
export const audioFormats = ['wav', 'flac', 'mp3'] as const;

const extraExample = '{"exaggeration": 0.4}';

/** The settings of OpenAI and of compatible servers. */
export const openaiSettings = {
  key: {
    name: 'OPENAI_API_KEY',
    description: 'key of OpenAI, or of a compatible server that has one',
    secret: true,
  },
  url: {
    name: 'OPENAI_BASE_URL',
    description: 'address of OpenAI or of a compatible server',
    default: vendorUrl,
  },
  model: { name: 'OPENAI_TTS_MODEL', description: 'speech model', default: 'gpt-4o-mini-tts' },
  voice: {
    name: 'OPENAI_TTS_VOICE',
    description: 'voice; unset: alloy, or the first that a compatible server lists for the language',
  },
  instructions: {
    name: 'OPENAI_TTS_INSTRUCTIONS',
    description: 'how to speak, in words; not for tts-1 and tts-1-hd',
  },
  format: {
    name: 'OPENAI_TTS_FORMAT',
    description:
      'format of the audio that is asked for, such as mp3 or opus; unset: wav, flac or mp3, the first that the server takes',
  },
  maxChars: {
    name: 'OPENAI_TTS_MAX_CHARS',
    description:
      'characters that a text of one request has at most; for a server that takes, or speaks well, only short texts',
    default: String(maxChars),
    schema: z.coerce.number().int().min(40).max(maxChars),
    expected: `a whole number from 40 to ${maxChars}`,
  },
  extra: {
    name: 'OPENAI_TTS_EXTRA',
    description: `more fields of each request, as JSON: ${extraExample}`,
  },
} as const satisfies Record<string, Setting | ParsedSetting<number>>;

/** Fields that settings and options of their own give. */
const ownFields = ['input', 'model', 'voice', 'response_format', 'instructions'];

/** Returns the fields that the user adds to each request. Throws `bad-value`. */
export function extraFields(settings: Settings): Readonly<Record<string, unknown>> {
  const setting = openaiSettings.extra;
  const text = settings.get(setting);
  if (text === undefined) return {};
  const parsed = z.record(z.string(), z.unknown()).safeParse(parseJson(text));
  if (!parsed.success) throw invalidValue(setting.name, text, `a JSON object, for example ${extraExample}`);
  const own = ownFields.find((name) => name in parsed.data);
  if (own === undefined) return parsed.data;
  throw invalidValue(setting.name, text, `fields without '${own}', which has a setting or an option of its own`);
}
