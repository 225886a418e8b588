import { z } from 'zod';
import type { ParsedSetting, Setting } from '../core/settings.ts';
import { vendors } from './models.ts';

export const ollamaAddressSetting: Setting = {
  name: 'OLLAMA_API_URL',
  description: 'address of the local language models (Ollama)',
  default: 'http://127.0.0.1:11434',
  aliases: ['OLLAMA_HOST'],
};

export const ollamaKeySetting: Setting = {
  name: 'OLLAMA_API_KEY',
  description: 'key of an Ollama server that wants one',
  secret: true,
};

export const modelSetting: Setting = { name: 'OLLAMA_MODEL', description: 'language model when none is named' };

export const translationModelSetting: Setting = {
  name: 'OLLAMA_TRANSLATION_MODEL',
  description: 'language model that translates; unset: the one that writes scripts',
};

/** A user's own aliases, which beat the program's: `claude=anthropic/claude-opus-6, fast=deepseek/deepseek-v5`. */
export const aliasSetting: Setting = {
  name: 'AUDIOBOOK_LLM_ALIASES',
  description: 'own names for language models, as alias=vendor/model, separated by commas',
};

export const modelTimeoutSetting: ParsedSetting<number> = {
  name: 'LLM_TIMEOUT',
  description: 'seconds for one answer of a language model',
  default: '600',
  schema: z.coerce.number().positive().max(86_400),
  expected: 'a number of seconds up to 86400, for example 600',
};

/** Every setting that the language models read. */
export const modelSettings: readonly Setting[] = [
  ollamaAddressSetting,
  ollamaKeySetting,
  modelSetting,
  translationModelSetting,
  aliasSetting,
  modelTimeoutSetting,
  ...Object.values(vendors).flatMap(({ key, address }) => [key, address]),
];
