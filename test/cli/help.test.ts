import { describe, expect, it } from 'vitest';
import { commandEntries } from '../../src/cli/command-entries.ts';
import type { CommandDefinition } from '../../src/cli/define-command.ts';
import { knownSettings } from '../../src/cli/load-process-settings.ts';
import { commandTable } from '../../src/cli/tables/command-rows.ts';
import type { CommandRow } from '../../src/cli/tables/command-rows.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

async function printed(...argv: readonly string[]): Promise<string> {
  const { code, stdout } = await inProcessCli(argv, { folder: '.', hasOwnReadings: true });
  expect(code).toBe(0);
  return stdout;
}

function flagsIn(help: string): readonly string[] {
  return [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gmu)].map(([, flag = '']) => flag);
}

function withPath(row: CommandRow, before: readonly string[] = []): (readonly [readonly string[], CommandRow])[] {
  const path = [...before, row.name];
  return [[path, row], ...row.commands.flatMap((inner) => withPath(inner, path))];
}

const commands = (await commandTable()).flatMap((row) => withPath(row));

describe('the help of a command', () => {
  it('shows at most 30 options, and all with --all', { timeout: 60_000 }, async () => {
    for (const [path, { flags }] of commands) {
      const [some, all] = [
        flagsIn(await printed(...path, '--help')),
        flagsIn(await printed(...path, '--help', '--all')),
      ];
      const names = flags.map(({ names: own }) => own.at(-1));
      expect([path, some.length <= 30, new Set(all)]).toEqual([path, true, new Set([...names, '--help'])]);
      expect([path, some.length]).toEqual([path, all.length <= 30 ? all.length : some.length]);
    }
  });

  it('begins with what people need first, under headings', async () => {
    for (const name of ['convert', 'audiobook', 'plan']) {
      const help = await printed(name, '--help');
      const flags = flagsIn(help);
      expect(flags[0]).toBe('--output');
      expect(flags.slice(0, 15)).toEqual(expect.arrayContaining(['--voice', '--language', '--chapters', '--format']));
      expect([...help.matchAll(/^([A-Z][\w ]+):$/gmu)].map(([, heading]) => heading)).toEqual(
        expect.arrayContaining(['Output', 'Speech', 'Reading the book', 'Options']),
      );
      expect(help).toContain(`audiobook ${name} --help --all`);
    }
  });
});

interface OldFlag {
  readonly command: string;
  readonly flag: string;
  readonly now: string;
}

function oldFlags(command: string, { options, subcommands = {}, old }: CommandDefinition): readonly OldFlag[] {
  const own = Object.values(options).flatMap(({ flag = '', old: now }) =>
    now === undefined ? [] : [{ command, flag, now }],
  );
  const inner = Object.entries(subcommands).flatMap(([name, one]) => oldFlags(`${command} ${name}`, one));
  return [...(old === undefined ? [] : [{ command, flag: '', now: old }]), ...own, ...inner];
}

const loaded = await Promise.all(commandEntries.map(async ({ name, load }) => oldFlags(name, await load())));

describe('old names', () => {
  it('are those of this list, and what they are now exists', async () => {
    const flags = new Map(loaded.flat().map(({ command, flag, now }) => [flag === '' ? command : flag, now]));
    expect(Object.fromEntries(flags)).toEqual({
      '--dry-run': 'audiobook plan',
      '--keep-wav': '--also wav',
      '--wait-for-provider <duration>': '--wait',
      '--wait-lock [duration]': '--wait',
      'cache clear': 'audiobook cache prune --all',
    });
    const settings = knownSettings().flatMap(({ name, old }) => (old === undefined ? [] : [[name, old]]));
    expect(Object.fromEntries(settings)).toEqual({
      AUDIOBOOK_BOOK_LIMIT_MB: 'AUDIOBOOK_UPLOAD_LIMIT_MB',
      AUDIOBOOK_BOOK_ENTRIES: 'AUDIOBOOK_UPLOAD_LIMIT_MB',
      AUDIOBOOK_UPLOAD_IDLE_SECONDS: 'AUDIOBOOK_UPLOAD_MINUTES',
      AUDIOBOOK_HEADER_SECONDS: 'AUDIOBOOK_UPLOAD_MINUTES',
      AUDIOBOOK_UPLOADS: 'AUDIOBOOK_QUEUE',
      OLLAMA_JUDGE_MODEL: '--judge-model',
    });
  });

  it('are in no help', async () => {
    for (const { command, flag } of loaded.flat()) {
      const [outer = '', ...inner] = command.split(' ');
      const help = await printed(...(flag === '' ? [outer] : [outer, ...inner]), '--help', '--all');
      expect(help).not.toContain(flag === '' ? ` ${inner.join(' ')} ` : flag);
    }
  });

  it(
    'work, with one line on stderr that says the new one and nothing else on stdout',
    { timeout: 60_000 },
    async () => {
      const folder = await temporaryFolder();
      await writeBook(folder);
      const plan = ['small.epub', '--provider', 'embedded', '--json'];
      const now = await inProcessCli(['plan', ...plan], { folder });
      const old = await inProcessCli(['convert', '--dry-run', ...plan], { folder });
      expect([old.code, old.stdout]).toEqual([0, now.stdout]);
      expect(old.stderr).toBe(`--dry-run is an old name. Use audiobook plan.\n${now.stderr}`);
      const cleared = await inProcessCli(['cache', 'clear', '--yes', '--json'], { folder });
      const pruned = await inProcessCli(['cache', 'prune', '--all', '--yes', '--json'], { folder });
      expect([cleared.code, Object.keys(JSON.parse(cleared.stdout) as object)]).toEqual([
        pruned.code,
        Object.keys(JSON.parse(pruned.stdout) as object),
      ]);
      expect(cleared.stderr).toBe('cache clear is an old name. Use audiobook cache prune --all.\n');
      expect(pruned.stderr).toBe('');
      const { stderr } = await inProcessCli(['doctor'], { folder, environment: { AUDIOBOOK_UPLOADS: '3' } });
      expect(stderr).toBe('Warning: AUDIOBOOK_UPLOADS is an old name. Use AUDIOBOOK_QUEUE.\n');
    },
  );
});
