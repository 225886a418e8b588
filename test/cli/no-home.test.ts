import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/run-cli.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The system as it is for a user who is not in its list: the home is known only from the environment. */
const unlistedUser = `
  import os from 'node:os';
  import { syncBuiltinESMExports } from 'node:module';
  os.homedir = () => {
    if (process.env.HOME === undefined) throw new Error('uv_os_homedir returned ENOENT');
    return process.env.HOME;
  };
  syncBuiltinESMExports();
`;

async function storeFolder(environment: Readonly<Record<string, string>>): Promise<readonly [string, string]> {
  const folder = await temporaryFolder();
  const unset = { HOME: '', XDG_CACHE_HOME: '', XDG_CONFIG_HOME: '', XDG_STATE_HOME: '' };
  const run = await runCli(['cache', '--json'], { folder, environment: { ...unset, ...environment } });
  expect([run.code, run.stderr]).toEqual([0, '']);
  return [(JSON.parse(run.stdout) as { folder: string }).folder, folder];
}

describe('a run without a home', () => {
  it('uses the home of the user, and not the working folder', async () => {
    const [store, folder] = await storeFolder({});
    expect(path.isAbsolute(store)).toBe(true);
    expect(store.startsWith(folder)).toBe(false);
  });

  it('ignores relative folders, which would be others in each working folder', async () => {
    const relative = { HOME: 'home', XDG_CACHE_HOME: 'cache', XDG_CONFIG_HOME: './config', XDG_STATE_HOME: 'state' };
    const [store, folder] = await storeFolder(relative);
    expect([path.isAbsolute(store), store.startsWith(folder)]).toEqual([true, false]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('begins for a user whom the system does not list', async () => {
    const module = Buffer.from(unlistedUser).toString('base64');
    const [store] = await storeFolder({ NODE_OPTIONS: `--import=data:text/javascript;base64,${module}` });
    expect(store).toBe('/.cache/audiobook/segments');
  });
});
