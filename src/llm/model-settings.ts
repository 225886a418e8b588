import { z } from 'zod';
import type { ParsedSetting, Setting } from '../core/settings.ts';
import { vendors } from './models.ts';

/** Address of the Ollama server. */
export const ollamaAddressSetting: Setting = {
  name: 'OLLAMA_API_URL',
  description: 'address of the local language models (Ollama)',
  default: 'http://127.0.0.1:11434',
  aliases: ['OLLAMA_HOST'],
};

/** Key of the Ollama server. */
export const ollamaKeySetting: Setting = {
  name: 'OLLAMA_API_KEY',
  description: 'key of an Ollama server that requires one',
  secret: true,
};

/** The default language model. */
export const modelSetting: Setting = {
  name: 'OLLAMA_MODEL',
  description: 'default language model. Default: the largest of the local server that fits into the memory',
};

/** The default model for translations. */
export const translationModelSetting: Setting = {
  name: 'OLLAMA_TRANSLATION_MODEL',
  description: 'language model that translates. Default: the one that writes scripts',
};

/** The model that judges what another one wrote, where no option names it. */
export const judgeModelSetting: Setting = {
  name: 'OLLAMA_JUDGE_MODEL',
  description: 'language model that judges scripts and doubtful translations',
  old: '--judge-model',
};

/** The user's own aliases, which override the built-in ones: `claude=anthropic/claude-opus-6, fast=deepseek/deepseek-v5`. */
export const aliasSetting: Setting = {
  name: 'AUDIOBOOK_LLM_ALIASES',
  description: 'own names for language models, as alias=vendor/model, separated by commas',
};

/** Requests that the Ollama server handles at a time. */
export const ollamaParallelSetting: ParsedSetting<number> = {
  name: 'OLLAMA_NUM_PARALLEL',
  description: 'requests that the Ollama server handles at a time, as set for the server itself',
  default: '1',
  schema: z.coerce.number().int().min(1).max(64),
  expected: 'a whole number from 1 to 64, for example 2',
};

/** Most requests to a commercial model at a time. */
export const modelConcurrencySetting: ParsedSetting<number> = {
  name: 'LLM_CONCURRENCY',
  description:
    'most requests to a commercial language model at a time; how many it handles well is found while running',
  default: '8',
  schema: z.coerce.number().int().min(1).max(64),
  expected: 'a whole number from 1 to 64, for example 8',
};

/** Time without a sign of life from a model, in seconds. */
export const modelTimeoutSetting: ParsedSetting<number> = {
  name: 'LLM_TIMEOUT',
  description: 'seconds that a language model may be silent, before and within a completion',
  default: '600',
  schema: z.coerce.number().positive().max(86_400),
  expected: 'a number of seconds up to 86400, for example 600',
};

/** Prices of models, for the costs in plan and report. */
export const modelPricesSetting: Setting = {
  name: 'LLM_PRICES',
  description:
    'prices in US dollars per million tokens, instead of the vendor’s, as model=input/output, separated by commas: api:claude=3/15',
};

/** All settings of the language models. */
export const modelSettings: readonly Setting[] = [
  ollamaAddressSetting,
  ollamaKeySetting,
  modelSetting,
  translationModelSetting,
  judgeModelSetting,
  aliasSetting,
  modelTimeoutSetting,
  ollamaParallelSetting,
  modelConcurrencySetting,
  modelPricesSetting,
  ...Object.values(vendors).flatMap(({ key, address }) => [key, address]),
];
