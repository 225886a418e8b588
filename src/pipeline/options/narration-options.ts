import { z } from 'zod';
import { resolveParameters } from '../../llm/resolve-parameters.ts';
import type { GenerateParameters } from '../../llm/language-model.ts';
import { listBuiltinPrompts } from '../../narration/tasks/prompts.ts';
import { switchSchema } from './option.ts';
import type { OptionGroup } from './option.ts';

/** A number that the language models accept as this parameter. */
function parameter(name: keyof GenerateParameters): z.ZodType<number> {
  return z.coerce.number().transform((value) => {
    resolveParameters({ [name]: value });
    return value;
  });
}

const expected = 'a number';

/** Parameters of the language model, over those of the task. */
export const parameterOptions = {
  temperature: {
    flag: '--temperature <number>',
    field: 'temperature',
    schema: parameter('temperature'),
    expected,
    description: 'temperature of the language model',
    defaultNote: 'by task',
  },
  topP: {
    flag: '--top-p <number>',
    field: 'top_p',
    schema: parameter('topP'),
    expected,
    description: 'top-p of the language model',
    defaultNote: 'by task',
  },
  topK: {
    flag: '--top-k <number>',
    field: 'top_k',
    schema: parameter('topK'),
    expected,
    description: 'top-k of a local language model',
    defaultNote: 'by task',
  },
  repeatPenalty: {
    flag: '--repeat-penalty <number>',
    field: 'repeat_penalty',
    schema: parameter('repeatPenalty'),
    expected,
    description: 'repeat penalty of a local language model',
    defaultNote: 'by task',
  },
  seed: {
    flag: '--seed <number>',
    field: 'seed',
    schema: parameter('seed'),
    expected,
    description: 'seed of the language model',
    defaultNote: 'by task',
  },
  numCtx: {
    flag: '--num-ctx <tokens>',
    field: 'num_ctx',
    label: 'context length',
    schema: parameter('numCtx'),
    expected,
    description: 'context length of a local language model',
    defaultNote: 'as long as needed, at most 32768',
  },
  numPredict: {
    flag: '--num-predict <tokens>',
    field: 'num_predict',
    label: 'answer length',
    schema: parameter('numPredict'),
    expected,
    description: 'longest answer of the language model',
    default: 4096,
  },
} as const satisfies OptionGroup;

/** The option that ends a conversion with its scripts. */
export const scriptsOption = {
  scriptsOnly: {
    flag: '--scripts-only',
    field: 'scripts_only',
    schema: switchSchema,
    description: 'write the scripts, for you to read and edit, and stop',
    fieldNote: 'POST /jobs/{id}/speak continues',
  },
} as const satisfies OptionGroup;

/** Options about the scripts that a language model writes. */
export const narrationOptions = {
  task: {
    flag: '--task <name>',
    field: 'task',
    schema: z.enum(listBuiltinPrompts()),
    description: 'what the language model writes; direct is the text of the book',
    default: 'audiobook',
  },
  promptFile: {
    flag: '--prompt-file <file>',
    field: 'prompt',
    label: 'prompt',
    schema: z.string().max(100_000),
    expected: 'at most 100000 characters',
    description: 'file with your own prompt, instead of the prompt of the task',
    fieldNote: 'the text of the prompt itself, at most 100000 characters',
    isPath: true,
  },
  hosts: {
    flag: '--hosts <count>',
    field: 'hosts',
    label: 'number of hosts',
    schema: z.enum(['1', '2']).transform((count) => (count === '2' ? 2 : 1)),
    description: 'hosts of a podcast: 2 speak in turns, with two voices',
    defaultNote: '2 where there is a second voice, otherwise 1; 1 with a prompt of your own or a cast',
  },
  ...parameterOptions,
} as const satisfies OptionGroup;
