import path from 'node:path';
import { checkPromptFile, promptNames, promptText } from '../../pipeline/queries/list-prompts.ts';
import { exitCodes } from '../exit-codes.ts';
import type { DefineCommand } from '../command.ts';

/** `audiobook prompts list | show NAME | validate FILE`. */
export const definePrompts: DefineCommand = (command, host, done) => {
  command
    .command('list')
    .description('List the built-in prompts.')
    .action(() => {
      host.stdout.write(
        promptNames()
          .map((name) => `${name}\n`)
          .join(''),
      );
      done(0);
    });
  command
    .command('show')
    .description('Print a built-in prompt, to start your own from.')
    .argument('<name>', 'name of a built-in prompt')
    .action((name: string) => {
      host.stdout.write(promptText(name));
      done(0);
    });
  command
    .command('validate')
    .description('Say whether a prompt file can be used.')
    .argument('<file>', 'prompt file')
    .action(async (file: string) => {
      const [isValid, message] = await checkPromptFile(path.resolve(host.workingFolder, file));
      host.stdout.write(`${message}\n`);
      done(isValid ? 0 : exitCodes['bad-value']);
    });
};
