import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '../../core/http/parse-json.ts';

/** Returns the file with the voices that a provider had when they were listed last. */
export function voiceListPath(stateFolder: string, provider: string): string {
  return path.join(stateFolder, 'voices', `${provider}.json`);
}

/** Returns the voices that a provider had when they were listed last; without a provider, those of all. */
export async function rememberedVoices(stateFolder: string, provider: string | undefined): Promise<readonly string[]> {
  const folder = path.join(stateFolder, 'voices');
  const known = await readdir(folder).catch(() => []);
  const files = known.filter((name) => provider === undefined || name === `${provider}.json`);
  const lists = await Promise.all(files.map(async (name) => await readList(path.join(folder, name))));
  return lists.flat();
}

async function readList(file: string): Promise<readonly string[]> {
  const list = parseJson(await readFile(file, 'utf8').catch(() => ''));
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}
