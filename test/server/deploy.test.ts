import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { serveCommand } from '../../src/cli/commands/serve.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';

const analyzer = 'systemd-analyze';
const noSystemd = isProgramMissing(analyzer);
const fileOf = (name: string): string => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));

describe('deploy/', () => {
  it('has a valid Dockerfile on Node 24 that runs as an ordinary user', async () => {
    const text = await readFile(fileOf('Dockerfile'), 'utf8');
    expect(validate(text)).toEqual([]);
    const last = text.slice(text.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/mu);
    expect(last).toMatch(/^FROM node:24[\w.-]*-slim$/mu);
    expect(last).toContain('ffmpeg');
    for (const [, from = ''] of text.matchAll(/^COPY (?!--from)(.+) \S+$/gmu)) {
      for (const name of from.split(' ')) {
        await expect(
          readFile(fileURLToPath(new URL('../../.dockerignore', import.meta.url)), 'utf8'),
        ).resolves.toContain(`!${name.replace('./', '')}\n`);
      }
    }
  });

  it.skipIf(noSystemd)('has a unit that systemd accepts', () => {
    const complaints = execFileSync(analyzer, ['verify', fileOf('audiobook.service')], { encoding: 'utf8' });
    expect(complaints).toBe('');
  });

  it('starts the service with flags that exist', async () => {
    const flags = Object.values(serveCommand.options).flatMap(({ flag }) => flag?.match(/--[\w-]+/gu) ?? []);
    for (const name of ['Dockerfile', 'audiobook.service']) {
      const text = await readFile(fileOf(name), 'utf8');
      const line = text.split('\n').find((one) => /^(?:CMD|ExecStart=).*serve/u.test(one)) ?? '';
      const used = line.match(/--[\w-]+/gu) ?? [];
      expect(used.length).toBeGreaterThan(0);
      expect(flags).toEqual(expect.arrayContaining(used));
    }
  });
});
