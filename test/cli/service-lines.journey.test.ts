import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeQR } from 'qr/decode.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { startCli } from '../helpers/run-cli.ts';
import { runOnTerminal } from '../helpers/run-on-terminal.ts';
import { screenRows } from '../helpers/screen-rows.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const enter = '\r';
const interrupt = '\u0003';
const dotsOfModule = 4;

function modulesOf(row: string, half: string): readonly boolean[] {
  return row.split('').map((sign) => sign === '█' || sign === half);
}

/** Returns the text of the QR code on a screen, which is drawn in half blocks. */
function readCode(rows: readonly string[]): string {
  const from = rows.findIndex((row) => row.includes('█▀▀▀▀▀█'));
  const to = rows.findLastIndex((row) => row.trimStart().startsWith('▀▀▀▀▀▀▀'));
  // Two rows above and below are light.
  const drawn = ['', ...rows.slice(from, to + 1), ''].map((row) => row.padEnd(60));
  const modules = drawn.flatMap((row) => [modulesOf(row, '▀'), modulesOf(row, '▄')]);
  const width = 60 * dotsOfModule;
  const height = modules.length * dotsOfModule;
  const data = Uint8Array.from({ length: width * height }, (_, at) => {
    const isDark = modules[Math.floor(at / width / dotsOfModule)]?.[Math.floor((at % width) / dotsOfModule)];
    return isDark === true ? 0 : 255;
  });
  return decodeQR({ width, height, data: Uint8Array.from([...data].flatMap((value) => [value, value, value])) });
}

describe('a service without a terminal', () => {
  it('has a log for people with --log lines', async () => {
    const cli = startCli(['serve', '--port', '0', '--log', 'lines'], { folder: await temporaryFolder() });
    onTestFinished(() => void cli.kill('SIGKILL'));
    const [line] = (await once(cli.stderr, 'data')) as [string];
    expect(line).toMatch(
      /^On this machine: http:\/\/127\.0\.0\.1:\d+\/\nFor a phone: audiobook serve --host 0\.0\.0\.0\n/u,
    );
  });
});

describe('a log of lines in a file', () => {
  it('has no login in it', async () => {
    const folder = await temporaryFolder();
    const environment = { AUDIOBOOK_TOKEN: 'correct-horse' };
    const args = ['serve', '--port', '0', '--host', '0.0.0.0', '--log', 'lines'];
    const cli = startCli(args, { folder, environment });
    onTestFinished(() => void cli.kill('SIGKILL'));
    const [text] = (await once(cli.stderr, 'data')) as [string];
    cli.kill('SIGTERM');
    const { stderr } = await cli.result;
    expect(text).toMatch(/^On this machine: http:\/\/127\.0\.0\.1:\d+\/\nIn this network: http:/u);
    expect(stderr).not.toMatch(/login|feed|[█▀▄]/u);
  });
});

describe('audiobook share', () => {
  it('lets one file be fetched, once, and ends', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'a.m4b'), 'sound');
    const cli = startCli(['share', 'a.m4b', '--host', '127.0.0.1', '--port', '0'], { folder });
    onTestFinished(() => void cli.kill('SIGKILL'));
    const [line] = (await once(cli.stdout, 'data')) as [string];
    expect(await (await fetch(line.trim())).text()).toBe('sound');
    expect(await cli.result).toMatchObject({ code: 0, stderr: 'Fetched by 127.0.0.1\nSent.\n' });
  });
});

describe.skipIf(isProgramMissing('script'))('a service on a terminal', () => {
  it('shows where it is, a code for a phone, and a new one at Enter', async () => {
    const folder = await temporaryFolder();
    const { code, screen } = await runOnTerminal(['serve', '--host', '0.0.0.0', '--port', '0'], {
      folder,
      columns: 60,
      answers: { 'shows a new one': enter, 'A new code:': interrupt },
    });
    expect(code).toBe(0);
    const rows = await screenRows(screen, 60);
    expect(rows).toContain('stays.');
    const second = rows.findIndex((row) => row === 'A new code:');
    const codes = [rows.slice(0, second), rows.slice(second)].map(readCode);
    expect(new Set(codes).size).toBe(2);
    for (const text of codes) expect(text).toMatch(/^http:\/\/[\d.]+:\d+\/#login=[\w-]{22}$/u);
    expect(rows.join('')).toMatch(/In a podcast app: ?http:\/\/[\d.]+:\d+\/feed\.xml\?token=af_[\w-]{43}/u);
  });
});
