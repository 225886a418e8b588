import { invalidValue } from '../../../core/errors.ts';
import { completionScripts } from '../../completion/completion-scripts.ts';
import { defineCommand } from '../../define-command.ts';

const shells = Object.keys(completionScripts);

/** `audiobook completion SHELL`: prints a script that completes the commands of this program in a shell. */
export const command = defineCommand({
  description:
    'Prints the script with which a shell completes commands, options, their values, providers and voices. ' +
    'For bash and zsh: `source <(audiobook completion bash)` in ~/.bashrc or ~/.zshrc.',
  argument: { name: '<shell>', description: shells.join(', '), choices: shells },
  options: {},
  async run({ context, args: [shell = ''] }) {
    const script = Object.entries(completionScripts).find(([name]) => name === shell)?.[1];
    if (script === undefined) throw invalidValue('shell', shell, shells.join(', '), { names: shells });
    context.stdout.write(script);
  },
});
