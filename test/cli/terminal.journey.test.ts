import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { runCli } from '../helpers/run-cli.ts';
import { runOnTerminal } from '../helpers/run-on-terminal.ts';
import { screenRows } from '../helpers/screen-rows.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const args = ['convert', 'small.epub', '--force', '--fresh', '--provider', 'embedded', '--voice', 'flite:slt'];
/* oxlint-disable no-control-regex -- the tests are about them */
const controls = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f]/u;
const movement = /[\r\n]|\u001B\[[\d;]*[A-Za-z]/u;
const colors = /\u001B\[[\d;]*m/u;
/* oxlint-enable no-control-regex */

describe.skipIf(isProgramMissing('script'))('a conversion on a terminal', () => {
  it('leaves no torn lines, no spinner and one full bar behind at 40 columns, without colours when NO_COLOR is set', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const typed = 'qwertz';
    const { code, screen } = await runOnTerminal(args, {
      folder,
      columns: 40,
      environment: { NO_COLOR: '1' },
      answers: { Synthesizing: typed },
    });
    expect(code).toBe(0);
    // Keys that are pressed during a run.
    expect(screen).not.toContain(typed);
    expect(screen).not.toMatch(colors);
    const rows = await screenRows(screen, 40);
    expect(rows.join('\n')).toContain('small.mp3');
    expect(rows.join('\n')).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/u);
    expect(rows.filter((row) => row.includes(' % |'))).toEqual([expect.stringContaining('100 %')]);
    // Every drawing of the bar fits into one row.
    const drawn = screen.split(movement).filter((part) => part.includes(' % |'));
    expect(drawn.length).toBeGreaterThan(0);
    expect(drawn.filter((part) => stringWidth(part) >= 40)).toEqual([]);
  });

  it('breaks the lines of a message between words at 40 columns', async () => {
    const folder = await temporaryFolder();
    const { code, screen } = await runOnTerminal(['convert', 'book.epub', '--voice', 'nobody', '--quiet'], {
      folder,
      columns: 40,
    });
    const rows = await screenRows(screen, 40);
    const whole = await runCli(['convert', 'book.epub', '--voice', 'nobody', '--quiet'], { folder });
    expect(code).toBe(whole.code);
    expect(rows.length).toBeGreaterThan(1);
    // Where a word is split, or a space is lost, the words are others.
    expect(rows.flatMap((row) => row.split(' '))).toEqual(whole.stderr.trim().split(' '));
  });

  it('moves no cursor on a dumb terminal, and writes no control characters without one', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const dumb = await runOnTerminal(args, { folder, environment: { TERM: 'dumb' } });
    expect([dumb.code, dumb.screen]).toEqual([0, expect.not.stringMatching(controls)]);
    await writeFile(path.join(folder, 'torn.epub'), 'torn');
    const { code, stdout, stderr } = await runCli([...args, 'torn.epub'], { folder });
    expect(code).toBe(8);
    expect(stdout + stderr).not.toMatch(controls);
    expect(stdout + stderr).not.toContain('\r');
  });
});
