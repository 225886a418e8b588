import type { PriceSource } from '../../llm/price-table.ts';

/** Currency of all prices. */
export const priceCurrency = 'USD';

/** Price of a speech service without discounts and free quotas, in US dollars per million. */
export interface SpeechPrice extends PriceSource {
  /** Matches names of tariffs, such as `polly/neural`. */
  readonly tariffs: RegExp;
  /** Per million characters, for services that bill them. */
  readonly characters?: number;
  /** Characters that count twice. */
  readonly double?: RegExp;
  /** Per million tokens of text and of audio, for services that bill these. */
  readonly tokens?: {
    readonly text: number;
    readonly audio: number;
    /** Tokens of a second of audio. */
    readonly perSecond: number;
  };
}

const polly = { source: 'https://aws.amazon.com/polly/pricing/', checkedOn: '2026-10-07' };
const google = { source: 'https://cloud.google.com/text-to-speech/pricing', checkedOn: '2025-12-16' };
const elevenlabs = { source: 'https://elevenlabs.io/pricing/api', checkedOn: '2026-06-30' };
const openaiSpeech = { source: 'https://developers.openai.com/api/docs/pricing', checkedOn: '2026-11-22' };
const azure = {
  source: 'https://azure.microsoft.com/pricing/details/cognitive-services/speech-services/',
  checkedOn: '2025-12-16',
  // docs: "Each Chinese character is counted as two characters for billing", kanji and hanja included.
  double: /\p{Script=Han}/gu,
};

/** Prices of speech. The first entry that matches applies. */
export const speechPrices: readonly SpeechPrice[] = [
  { tariffs: /^polly\/standard$/u, characters: 4, ...polly },
  { tariffs: /^polly\/neural$/u, characters: 16, ...polly },
  { tariffs: /^polly\/long-form$/u, characters: 100, ...polly },
  { tariffs: /^polly\/generative$/u, characters: 30, ...polly },
  { tariffs: /^google\/.*-(?:Standard|Wavenet)-/u, characters: 4, ...google },
  { tariffs: /^google\/.*-(?:Neural2|Polyglot|News|Casual)-/u, characters: 16, ...google },
  { tariffs: /^google\/.*-Studio-/u, characters: 160, ...google },
  // A second of its audio is 25 tokens.
  {
    tariffs: /^google\/gemini-2\.5-flash-(?:preview-)?tts/u,
    tokens: { text: 0.5, audio: 10, perSecond: 25 },
    ...google,
  },
  { tariffs: /^google\/gemini-2\.5-pro-(?:preview-)?tts/u, tokens: { text: 1, audio: 20, perSecond: 25 }, ...google },
  // Their short names, such as Kore, have nothing else.
  { tariffs: /^google\/(?:.*-Chirp\d?-HD-.*|[A-Za-z]+)$/u, characters: 30, ...google },
  { tariffs: /^azure\/.*Dragon/u, characters: 30, ...azure },
  { tariffs: /^azure\/.*Neural$/u, characters: 16, ...azure },
  { tariffs: /^elevenlabs\/.*(?:flash|turbo)/u, characters: 50, ...elevenlabs },
  { tariffs: /^elevenlabs\/eleven_/u, characters: 100, ...elevenlabs },
  { tariffs: /^openai\/tts-1-hd/u, characters: 30, ...openaiSpeech },
  { tariffs: /^openai\/tts-1/u, characters: 15, ...openaiSpeech },
  // Measured: 5260 tokens for 256 seconds of audio.
  { tariffs: /^openai\/gpt-4o-mini-tts/u, tokens: { text: 0.6, audio: 12, perSecond: 20.6 }, ...openaiSpeech },
];
