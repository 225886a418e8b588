import type { Setting } from '../core/settings.ts';

/** The day on which the tables below were last compared with the vendors' pages. */
export const checkedOn = '2026-11-21';

/** Parameters that a model accepts. Other refusals are learned from its responses. */
export interface ModelTraits {
  /** Matches names of the vendor's models. The first entry that matches applies. */
  readonly models: RegExp;
  /** Field for the maximum tokens of a completion. */
  readonly tokensField: 'max_tokens' | 'max_completion_tokens';
  /** Sampling parameters that it accepts. Others are an error or ignored. */
  readonly sampling: readonly ('temperature' | 'top_p' | 'seed')[];
  /** Maximum temperature. Default: 2. */
  readonly maxTemperature?: number;
  /** Reasoning counts as completion tokens: with fewer than this the text may be empty. */
  readonly minCompletionTokens?: number;
  /** Tokens of prompt and completion together. */
  readonly contextTokens: number;
  /** Most tokens of a completion. */
  readonly completionTokens?: number;
  /** It holds completions to a JSON schema (`response_format`). */
  readonly structured?: boolean;
}

/** A vendor of commercial models. */
export interface Vendor {
  /** Name for messages. */
  readonly name: string;
  readonly key: Setting;
  readonly address: Setting;
  /** Path that belongs to the address and is added where it is missing, as the vendor's own clients do. */
  readonly apiPath?: string;
  readonly traits: readonly ModelTraits[];
}

/** A model that an alias stands for. */
export interface AliasTarget {
  /** `vendor/model`. */
  readonly model: string;
  /** Fields that go into every request. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** The day from which the vendor no longer serves it, and its successor. */
  readonly until?: { readonly day: string; readonly successor: string };
}

const compatible = {
  tokensField: 'max_tokens',
  sampling: ['temperature', 'top_p', 'seed'],
  structured: true,
} as const;
const reasoning = { sampling: [], minCompletionTokens: 16_384 } as const;

/** Vendors by the name in `api:<vendor>/<model>`. */
export const vendors: Readonly<Record<string, Vendor>> = {
  openai: {
    name: 'OpenAI',
    key: { name: 'OPENAI_API_KEY', description: 'key; any text for a compatible server that needs none', secret: true },
    address: {
      name: 'OPENAI_BASE_URL',
      description: 'address of OpenAI or of a compatible server',
      default: 'https://api.openai.com/v1',
    },
    traits: [
      {
        models: /^(?:gpt-[5-9]|gpt-\d\d|o\d)/u,
        tokensField: 'max_completion_tokens',
        ...reasoning,
        sampling: ['seed'],
        contextTokens: 272_000,
        completionTokens: 64_000,
        structured: true,
      },
      { models: /^(?:gpt-(?!oss)|chatgpt-)/u, ...compatible, contextTokens: 128_000, completionTokens: 16_384 },
      // Of another vendor, at a compatible server. It says its context when a request does not fit.
      { models: /./u, ...compatible, contextTokens: 8192 },
    ],
  },
  anthropic: {
    name: 'Anthropic',
    key: { name: 'ANTHROPIC_API_KEY', description: 'key of Anthropic', secret: true, aliases: ['CLAUDE_API_KEY'] },
    address: {
      name: 'ANTHROPIC_BASE_URL',
      description: 'address of Anthropic’s compatible API',
      default: 'https://api.anthropic.com/v1',
    },
    apiPath: '/v1',
    traits: [
      {
        // Up to 4.6 a temperature is accepted, but not together with top_p.
        models: /^claude-(?:[23]|(?:opus|sonnet|haiku)-4-(?:[0156]\b|\d{8}))/u,
        tokensField: 'max_tokens',
        sampling: ['temperature'],
        maxTemperature: 1,
        contextTokens: 200_000,
      },
      { models: /./u, tokensField: 'max_tokens', ...reasoning, contextTokens: 200_000, completionTokens: 64_000 },
    ],
  },
  gemini: {
    name: 'Gemini',
    key: {
      name: 'GEMINI_API_KEY',
      description: 'key of Google’s Gemini API',
      secret: true,
      aliases: ['GOOGLE_API_KEY'],
    },
    address: {
      name: 'GEMINI_BASE_URL',
      description: 'address of Gemini’s compatible API',
      default: 'https://generativelanguage.googleapis.com/v1beta/openai',
    },
    traits: [
      {
        models: /./u,
        tokensField: 'max_tokens',
        ...reasoning,
        sampling: ['seed'],
        contextTokens: 1_000_000,
        completionTokens: 64_000,
        structured: true,
      },
    ],
  },
  deepseek: {
    name: 'DeepSeek',
    key: { name: 'DEEPSEEK_API_KEY', description: 'key of DeepSeek', secret: true },
    address: { name: 'DEEPSEEK_BASE_URL', description: 'address of DeepSeek', default: 'https://api.deepseek.com' },
    traits: [
      {
        models: /./u,
        tokensField: 'max_tokens',
        ...reasoning,
        sampling: ['temperature', 'top_p'],
        contextTokens: 128_000,
      },
    ],
  },
};

const fastDeepSeek = { model: 'deepseek/deepseek-v4-flash', extra: { thinking: { type: 'disabled' } } };
const thinkingDeepSeek = { model: 'deepseek/deepseek-v4-flash', extra: { thinking: { type: 'enabled' } } };

/** Aliases (docs/specification.md, "Language models") and their models on the day above. */
export const aliases: Readonly<Record<string, AliasTarget>> = {
  claude: { model: 'anthropic/claude-sonnet-5-5' },
  'claude-opus': { model: 'anthropic/claude-opus-5-5' },
  'claude-sonnet': { model: 'anthropic/claude-sonnet-5-5' },
  'deepseek-chat': fastDeepSeek,
  'deepseek-reasoner': thinkingDeepSeek,
  deepseekr1: thinkingDeepSeek,
  gemini: { model: 'gemini/gemini-3.8-flash' },
  'gemini-flash': { model: 'gemini/gemini-3.8-flash' },
  'gemini-pro': { model: 'gemini/gemini-4-argon' },
  'gpt-4': { model: 'openai/gpt-5.6-sol' },
  'gpt-4-turbo': { model: 'openai/gpt-5.6-sol' },
  'gpt-4o': { model: 'openai/gpt-4o', until: { day: '2027-01-14', successor: 'openai/gpt-6-luna' } },
};
