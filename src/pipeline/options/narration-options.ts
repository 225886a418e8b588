import { z } from 'zod';
import { resolveParameters } from '../../llm/resolve-parameters.ts';
import type { GenerateParameters } from '../../llm/language-model.ts';
import { listBuiltinPrompts } from '../../narration/tasks/prompts.ts';
import { switchSchema, underHeading } from './option.ts';

/** Returns what the numbers have in common that the language models accept as parameters. */
function parameter(name: keyof GenerateParameters) {
  const schema = z.coerce.number().transform((value) => {
    resolveParameters({ [name]: value });
    return value;
  });
  return { schema, expected: 'a number', defaultNote: 'by task' } as const;
}

/** Parameters of the language model, over those of the task. */
export const parameterOptions = underHeading('Language model', [], {
  temperature: {
    flag: '--temperature <number>',
    field: 'temperature',
    ...parameter('temperature'),
    description: 'temperature of the language model',
  },
  topP: { flag: '--top-p <number>', field: 'top_p', ...parameter('topP'), description: 'top-p of the language model' },
  topK: {
    flag: '--top-k <number>',
    field: 'top_k',
    ...parameter('topK'),
    description: 'top-k of a local language model',
  },
  repeatPenalty: {
    flag: '--repeat-penalty <number>',
    field: 'repeat_penalty',
    ...parameter('repeatPenalty'),
    description: 'repeat penalty of a local language model',
  },
  seed: { flag: '--seed <number>', field: 'seed', ...parameter('seed'), description: 'seed of the language model' },
  numCtx: {
    flag: '--num-ctx <tokens>',
    field: 'num_ctx',
    label: 'context length',
    ...parameter('numCtx'),
    description: 'context length of a local language model',
    defaultNote: 'as long as needed, at most 32768',
  },
  numPredict: {
    flag: '--num-predict <tokens>',
    field: 'num_predict',
    label: 'answer length',
    ...parameter('numPredict'),
    description: 'longest answer of the language model',
    default: 4096,
    defaultNote: undefined,
  },
});

/** The option that ends a conversion with its scripts. */
export const scriptsOption = underHeading('Scripts', ['scriptsOnly'], {
  scriptsOnly: {
    flag: '--scripts-only',
    field: 'scripts_only',
    schema: switchSchema,
    description: 'write the scripts, for you to read and edit, and stop',
    fieldNote: 'POST /jobs/{id}/speak continues',
  },
});

/** Options about the scripts that a language model writes. */
export const narrationOptions = {
  ...underHeading('Scripts', ['task', 'promptFile'], {
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
  }),
  ...parameterOptions,
} as const;
