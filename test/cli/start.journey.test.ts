import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import module from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runCli, startCli } from '../helpers/run-cli.ts';
import { writeBook } from '../helpers/small-book.ts';
import { systemFfmpeg } from '../audio/sound.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Puts an `ffmpeg` into the PATH that notes the first word of its command line. Returns the words it has noted. */
async function notedFfmpeg(folder: string) {
  const bin = path.join(folder, 'bin');
  const notes = path.join(folder, 'notes');
  const { path: program } = await systemFfmpeg;
  await mkdir(bin);
  await writeFile(notes, '');
  await writeFile(
    path.join(bin, 'ffmpeg'),
    `#!/bin/sh\necho "$1" >>'${notes}'\nPATH='${process.env['PATH']}' exec ${program} "$@"\n`,
    { mode: 0o755 },
  );
  return {
    environment: { PATH: `${bin}:${process.env['PATH']}` },
    versionsAsked: async () => (await readFile(notes, 'utf8')).split('\n').filter((word) => word === '-version').length,
  };
}

describe('the start of a conversion', () => {
  it('asks ffmpeg for its version once, while the program loads', async () => {
    const folder = await temporaryFolder();
    const { environment, versionsAsked } = await notedFfmpeg(folder);
    const book = await writeBook(folder);
    const plan = await runCli(['plan', book], { folder, environment });
    expect([plan.code, plan.stderr, await versionsAsked()]).toEqual([0, '', 0]);
    const run = await runCli(['convert', book, '--provider', 'embedded', '--quiet'], { folder, environment });
    expect([run.code, run.stderr, await versionsAsked()]).toEqual([0, '', 1]);
  });

  it('asks only the ffmpeg that a setting names', async () => {
    const folder = await temporaryFolder();
    const { environment, versionsAsked } = await notedFfmpeg(folder);
    const missing = path.join(folder, 'missing');
    const book = await writeBook(folder);
    const run = await runCli(['convert', book, '--provider', 'embedded'], {
      folder,
      environment: { ...environment, FFMPEG_PATH: missing },
    });
    expect([run.code, await versionsAsked()]).toEqual([4, 0]);
    expect(run.stderr).toContain(`FFMPEG_PATH is ${missing}, but the file does not exist.`);
  });

  it('does not wait for an ffmpeg that hangs when the command is wrong', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'ffmpeg'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
    const environment = { PATH: `${folder}:${process.env['PATH']}` };
    const program = startCli(['convert', 'book.epub', '--unknown'], { folder, environment });
    const outcome = await Promise.race([program.result, delay(15_000)]);
    program.kill('SIGKILL');
    expect(outcome).toMatchObject({ code: 2 });
  });

  it('keeps compiled code in the folder of the user, from the version of Node on that can', async () => {
    const folder = await temporaryFolder();
    expect((await runCli(['providers'], { folder })).code).toBe(0);
    const kept = await readdir(path.join(folder, 'cache', 'audiobook', 'compiled')).catch(() => []);
    expect(kept).toHaveLength('enableCompileCache' in module ? 1 : 0);
  });
});
