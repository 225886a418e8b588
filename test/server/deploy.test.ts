import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { serveCommand } from '../../src/cli/commands/serve.ts';
import { allSettings } from '../../src/pipeline/tools/settings.ts';
import { serverSettings } from '../../src/server/server-settings.ts';
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

  it('names only settings that exist, and limits what the containers may do', async () => {
    const known = new Set([...allSettings(), ...serverSettings].map(({ name }) => name));
    const texts = await Promise.all(
      ['Dockerfile', 'audiobook.service', 'compose.yaml', 'Caddyfile', 'nginx.conf'].map((name) =>
        readFile(fileOf(name), 'utf8'),
      ),
    );
    const named = texts.flatMap((text) => text.match(/\b(?:AUDIOBOOK|KOKORO|OLLAMA)_[A-Z_]+\b/gu) ?? []);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const { services, volumes } = parse(texts[2] ?? '');
    expect(Object.keys(services)).toEqual(['audiobook', 'kokoro', 'ollama']);
    expect(services.audiobook).toMatchObject({ read_only: true, cap_drop: ['ALL'], ports: ['127.0.0.1:8000:8000'] });
    expect(Object.keys(volumes)).toEqual(['audiobook', 'ollama']);
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
