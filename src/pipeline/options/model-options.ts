import { z } from 'zod';
import { targetLanguage } from '../../narration/translation/target-language.ts';
import { switchSchema, underHeading } from './option.ts';
import { checkedText } from './text-schemas.ts';

const isAddress = (text: string): boolean => URL.canParse(text.includes('://') ? text : `http://${text}`);

/** Options about the language model. */
export const modelOptions = underHeading('Language model', ['model', 'translate'], {
  model: {
    flag: '-m, --model <name>',
    field: 'llm_model',
    label: 'language model',
    schema: z.string().max(200),
    expected: 'a name such as gemma3:12b or api:claude, at most 200 characters',
    description: 'language model: a local one such as gemma3:12b, or api:claude, or api:vendor/model',
    setting: 'OLLAMA_MODEL',
    defaultNote: 'OLLAMA_MODEL',
  },
  judgeModel: {
    flag: '--judge-model <name>',
    field: 'llm_judge_model',
    label: 'language model that judges',
    schema: z.string().max(200),
    expected: 'a name such as gemma3:27b or api:claude, at most 200 characters',
    description: 'language model that judges scripts and doubtful translations, such as a larger one',
    defaultNote: 'the one that wrote them',
  },
  llmBaseUrl: {
    flag: '--llm-base-url <url>',
    field: 'llm_base_url',
    label: 'address of the language model',
    schema: z.string().max(500).refine(isAddress),
    expected: 'a URL such as http://127.0.0.1:11434',
    description: 'address of the language model',
    fieldNote: 'its host must be allowed (AUDIOBOOK_LLM_HOSTS)',
    defaultNote: 'the configured one',
  },
  translate: {
    flag: '--translate <language>',
    field: 'translate',
    label: 'language to translate into',
    schema: checkedText(50, targetLanguage),
    description: 'translate the book first, into a BCP-47 code such as fr or an English name such as French',
  },
  bilingual: {
    flag: '--bilingual',
    field: 'bilingual',
    schema: switchSchema,
    description:
      'with --translate: read each sentence, or paragraph, in the language of the book and then translated, each with a voice of its language',
  },
  freshScripts: {
    flag: '--fresh',
    cliOnly: 'jobs',
    schema: switchSchema,
    description:
      'make a finished book again, and ask the language model again for everything that it wrote and translated',
  },
});
