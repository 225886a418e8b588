import path from 'node:path';
import { checkPromptFile, promptNames, promptText } from '../../pipeline/queries/list-prompts.ts';
import { defineCommand } from '../define-command.ts';
import { exitCodes } from '../exit-codes.ts';

const list = defineCommand({
  description: 'Lists the built-in prompts.',
  options: {},
  async run({ context }) {
    for (const name of promptNames()) context.stdout.write(`${name}\n`);
    return 0;
  },
});

const show = defineCommand({
  description: 'Prints a built-in prompt, as a start for your own.',
  argument: { name: '<name>', description: 'name of a built-in prompt' },
  options: {},
  async run({ context, args: [name = ''] }) {
    context.stdout.write(promptText(name));
    return 0;
  },
});

const validate = defineCommand({
  description: 'Checks whether a prompt file can be used.',
  argument: { name: '<file>', description: 'prompt file' },
  options: {},
  async run({ context, args: [file = ''] }) {
    const [isValid, message] = await checkPromptFile(path.resolve(context.workingFolder, file));
    context.stdout.write(`${message}\n`);
    return isValid ? 0 : exitCodes['bad-value'];
  },
});

/** `audiobook prompts list | show NAME | validate FILE`. */
export const promptsCommand = defineCommand({
  description: 'Lists, shows and validates prompts for the language model.',
  options: {},
  subcommands: { list, show, validate },
});
