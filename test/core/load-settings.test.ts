import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSettings } from '../../src/core/load-settings.ts';
import type { Setting } from '../../src/core/settings.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const key: Setting = { name: 'SOME_KEY', description: 'a key', default: 'the default', aliases: ['SECOND_NAME'] };

async function load(files: Record<string, string>, environment: Record<string, string> = {}, known = [key]) {
  const workingFolder = await temporaryFolder();
  const configFolder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    const [place = '', file = ''] = name.split('/');
    await writeFile(path.join(place === 'config' ? configFolder : workingFolder, file), text);
  }
  return await loadSettings({ environment, workingFolder, configFolder }, known);
}

describe('loadSettings', () => {
  it('reads environment, .env, .keys of the working folder, .keys and keys.mjs of the user, then the default', async () => {
    const files = [
      ['config/keys.mjs', "export default { SOME_KEY: 'module' };", 'module'],
      ['config/.keys', 'SOME_KEY=config', 'config'],
      ['work/.keys', 'SOME_KEY=work', 'work'],
      ['work/.env', 'SOME_KEY=dotenv', 'dotenv'],
    ] as const;
    const used: Record<string, string> = {};
    expect((await load(used)).settings.get(key)).toBe('the default');
    for (const [name, text, expected] of files) {
      used[name] = text;
      const { settings, originOf } = await load(used);
      expect(settings.get(key)).toBe(expected);
      expect(originOf(key)).toMatch(new RegExp(`/${path.basename(name).replace('.', String.raw`\.`)}$`, 'u'));
    }
    const { settings, originOf } = await load(used, { SOME_KEY: 'environment' });
    expect([settings.get(key), originOf(key)]).toEqual(['environment', 'environment']);
  });

  it('ignores empty values and reads aliases', async () => {
    const { settings } = await load({ 'work/.env': 'SECOND_NAME= spaced ' }, { SOME_KEY: '' });
    expect(settings.get(key)).toBe('spaced');
  });

  it('warns about unknown names in keys files without showing their values', async () => {
    const { warnings } = await load({ 'work/.keys': 'SOME_KEI=secret', 'config/keys.mjs': 'export default { X: 1 };' });
    expect(warnings).toEqual([expect.stringContaining("'SOME_KEI'"), expect.stringContaining("'X'")]);
    expect(warnings.join()).not.toContain('secret');
  });

  it('warns about a file that is there and cannot be read, but not about a folder of that name', async () => {
    const workingFolder = await temporaryFolder();
    await symlink('.keys', path.join(workingFolder, '.keys'));
    await mkdir(path.join(workingFolder, '.env'));
    const { warnings } = await loadSettings({ environment: {}, workingFolder }, [key]);
    expect(warnings).toEqual([expect.stringMatching(/\.keys cannot be read \(ELOOP\)/u)]);
  });

  it('never executes a keys module of the working folder', async () => {
    const { settings } = await load({ 'work/keys.mjs': "throw new Error('ran');" });
    expect(settings.get(key)).toBe('the default');
  });

  it('takes the path of a program from no file in the working folder', async () => {
    const program: Setting = { name: 'SOME_PROGRAM', description: 'a program', isProgram: true };
    const loaded = async (file: string) => await load({ [file]: 'SOME_PROGRAM=./evil' }, {}, [program]);
    for (const file of ['work/.env', 'work/.keys']) {
      const { settings, warnings } = await loaded(file);
      expect(settings.get(program)).toBeUndefined();
      expect(warnings).toEqual([
        expect.stringMatching(/^SOME_PROGRAM in .* is ignored\. Set it in the environment\.$/u),
      ]);
    }
    expect((await loaded('config/.keys')).settings.get(program)).toBe('./evil');
  });

  it('refuses a keys module that does not export an object', async () => {
    await expect(load({ 'config/keys.mjs': 'export default 5;' })).rejects.toMatchObject({ code: 'bad-value' });
  });
});
