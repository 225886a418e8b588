import { checkPromptFile, promptNames, promptText } from '../../../pipeline/script/list-prompts.ts';
import { modelOptions } from '../../../pipeline/options/model-options.ts';
import { narrationOptions, parameterOptions } from '../../../pipeline/options/narration-options.ts';
import { readingOptions } from '../../../pipeline/options/reading-options.ts';
import { chapterOptions, speechOptions } from '../../../pipeline/options/speech-options.ts';
import { tryPrompt } from '../../../pipeline/script/try-prompt.ts';
import type { PromptExchange, PromptTrialResult } from '../../../pipeline/script/try-prompt.ts';
import { bookArgument, defineCommand } from '../../define-command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { withAnswers } from '../../with-answers.ts';
import { jsonOptions } from '../../options.ts';

const list = defineCommand({
  description: 'Lists the built-in prompts.',
  options: {},
  async run({ context }) {
    for (const name of promptNames()) context.stdout.write(`${name}\n`);
  },
});

const show = defineCommand({
  description: 'Prints a built-in prompt, as a start for your own.',
  argument: { name: '<name>', description: 'name of a built-in prompt', choices: promptNames() },
  options: {},
  async run({ context, args: [name = ''] }) {
    context.stdout.write(promptText(name));
  },
});

const validate = defineCommand({
  description: 'Checks whether a prompt file can be used, and says how its scripts will be judged.',
  argument: { name: '<file>', description: 'prompt file' },
  options: { ...jsonOptions },
  async run({ args: [word], file, print }) {
    const check = await checkPromptFile(file(word));
    print(check, () => `${check.message}\n`);
    return check.valid ? 0 : exitCodes['bad-value'];
  },
});

const { model, judgeModel, llmBaseUrl } = modelOptions;

const tryOut = defineCommand({
  description:
    'Writes the script of one chapter and shows every request, every answer, what was done with it, and the tokens. Nothing is stored.',
  argument: { name: '<task>', description: 'name of a task', choices: promptNames() },
  secondArgument: bookArgument,
  options: {
    chapter: {
      ...chapterOptions.fromChapter,
      flag: '--chapter <chapter>',
      description: 'chapter to write the script of, by number or title',
      defaultNote: 'the first',
    },
    model,
    judgeModel,
    llmBaseUrl,
    promptFile: narrationOptions.promptFile,
    hosts: narrationOptions.hosts,
    ...parameterOptions,
    language: speechOptions.language,
    ...jsonOptions,
    ...readingOptions,
  },
  async run({ context, options, args: [task = '', book], file, settings, print }) {
    const { chapter = 1, ...others } = options;
    const loaded = await settings();
    const result = await withAnswers(context, options, (answers) =>
      tryPrompt({ ...others, ...answers, task, bookFile: file(book), chapter }, loaded, context.signal),
    );
    print(result, () => trialText(result));
    if (result.refused === undefined) return 0;
    context.stderr.write(`${result.refused}\n`);
    return exitCodes['model-failed'];
  },
});

function trialText({ model: name, exchanges, steps, script, refused, usage }: PromptTrialResult): string {
  const parts = exchanges.flatMap((exchange, index) => [
    ...(exchange.system === exchanges[index - 1]?.system ? [] : [section('System message', exchange.system)]),
    ...exchangeText(exchange, index + 1, name),
  ]);
  const done = steps.map(({ action, reason, about }) => `${action}: ${reason} (${about}…)`);
  const cost = usage.cost === undefined ? '' : `, cost ${usage.cost.toFixed(4)}`;
  const total = `${name}: ${exchanges.length} requests, tokens: ${usage.promptTokens} in, ${usage.completionTokens} out${cost}`;
  return [
    ...parts,
    section('What was done', done.length === 0 ? 'The answers were taken as they are.' : done.join('\n')),
    refused === undefined ? section('Script', script) : section('No script', refused),
    `${total}\n`,
  ].join('\n');
}

/** Another model, as one that judges, is named. */
function exchangeText(
  { model: own, request, answer, stopReason, promptTokens, completionTokens }: PromptExchange,
  number: number,
  writer: string,
): readonly string[] {
  const facts = `${stopReason}; tokens: ${promptTokens ?? '?'} in, ${completionTokens ?? '?'} out`;
  return [
    section(`Request ${number}${own === writer ? '' : ` to ${own}`}`, request),
    section(`Answer ${number} (${facts})`, answer),
  ];
}

function section(title: string, text: string): string {
  return `--- ${title} ---\n${text.trim()}\n`;
}

/** `audiobook prompts list | show NAME | validate FILE | try TASK BOOK`. */
export const command = defineCommand({
  description: 'Lists, shows, validates and tries prompts for the language model.',
  options: {},
  subcommands: { list, show, validate, try: tryOut },
});
