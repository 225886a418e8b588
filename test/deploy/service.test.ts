import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { command as serve } from '../../src/cli/commands/service/serve.ts';
import { allSettings } from '../../src/pipeline/open/settings.ts';
import { serverSettings } from '../../src/server/server-settings.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { deployFile, deployText } from './deploy-file.ts';

const analyzer = 'systemd-analyze';
const noSystemd = isProgramMissing(analyzer);

describe('deploy/', () => {
  it.skipIf(noSystemd)('has a unit that systemd accepts', () => {
    const complaints = execFileSync(analyzer, ['verify', deployFile('audiobook.service')], { encoding: 'utf8' });
    expect(complaints).toBe('');
  });

  it('names only settings that exist', async () => {
    const known = new Set([...allSettings(), ...serverSettings].map(({ name }) => name));
    const texts = await Promise.all(
      ['Dockerfile', 'audiobook.service', 'compose.yaml', 'Caddyfile', 'nginx.conf'].map(deployText),
    );
    const named = texts.flatMap((text) => text.match(/\b(?:AUDIOBOOK|KOKORO|OLLAMA)_[A-Z_]+\b/gu) ?? []);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('starts the service with flags that exist', async () => {
    const flags = Object.values(serve.options).flatMap(({ flag }) => flag?.match(/--[\w-]+/gu) ?? []);
    for (const name of ['Dockerfile', 'audiobook.service']) {
      const text = await deployText(name);
      const line = text.split('\n').find((one) => /^(?:CMD|ExecStart=).*serve/u.test(one)) ?? '';
      const used = line.match(/--[\w-]+/gu) ?? [];
      expect(used.length).toBeGreaterThan(0);
      expect(flags).toEqual(expect.arrayContaining(used));
    }
  });
});
