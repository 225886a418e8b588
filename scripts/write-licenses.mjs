import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes the licences of all packages and data that the build copies or bundles into one file, as they ask for.
 * @param {Iterable<string>} moduleFiles
 * @param {string} target
 * @param {readonly { what: string, license: string }[]} data what else is part of the program, and the files of its licences
 */
export async function writeLicenses(moduleFiles, target, data) {
  const folders = new Set([...moduleFiles].map(packageFolder).filter((folder) => folder !== undefined));
  const texts = [];
  for (const folder of [...folders].toSorted()) texts.push(await licenseOf(folder));
  for (const { what, license } of data) texts.push(`== ${what}\n\n${(await readFile(license, 'utf8')).trim()}`);
  await writeFile(target, `Packages and data that are part of dist/, and their licences.\n\n${texts.join('\n\n')}\n`);
}

/** @param {string} folder */
async function licenseOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const files = await readdir(folder, { recursive: true });
  const own = files.filter(
    (file) => /^(?:[^/]+\/)?(?:licen[cs]e|notice|copying)[^/]*$/iu.test(file) && !file.includes('node_modules'),
  );
  const texts = await Promise.all(own.toSorted().map((file) => readFile(path.join(folder, file), 'utf8')));
  return [`== ${name} ${version} (${license ?? 'see below'})`, ...texts.map((text) => text.trim())].join('\n\n');
}

/** @param {string} file */
function packageFolder(file) {
  const match = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)/u.exec(file)?.[1];
  return match !== undefined && existsSync(path.join(match, 'package.json')) ? match : undefined;
}
