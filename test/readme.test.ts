import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { exitCodes } from '../src/cli/exit-codes.ts';
import { allSettings } from '../src/pipeline/tools/settings.ts';
import { providers } from '../src/speech/registry.ts';
import { speechSettingsTable } from '../src/speech/speech-settings-table.ts';

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const program = await readFile(new URL('../src/cli/program.ts', import.meta.url), 'utf8');

const asCode = (text: string): string => `\`${text}\``;

describe('README.md', () => {
  it('holds the table of provider settings as the program has it', () => {
    expect(readme).toContain(speechSettingsTable());
  });

  it('names every setting, provider, alias, exit code and command', () => {
    const commands = [...program.matchAll(/name: '(\w+)'/gu)].map(([, name]) => `\`${name}`);
    const names = [
      ...allSettings().map(({ name }) => asCode(name)),
      ...providers.flatMap(({ id, aliases }) => [id, ...aliases]).map(asCode),
      ...Object.values(exitCodes).map((code) => `| ${code} |`),
      ...commands,
    ];
    expect(commands.length).toBeGreaterThan(5);
    expect(names.filter((name) => !readme.includes(name))).toEqual([]);
  });
});
