// Builds the program, unless `build/` and `dist/` were made from the same sources: npm runs this before every
// `npx audiobook` in a clone, too.
import { execSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
/** Everything that a build reads. The versions of the packages are in the lock file. */
const sources = ['bin', 'prompts', 'scripts', 'src', 'package.json', 'package-lock.json', 'tsconfig.json'].concat(
  'tsconfig.build.json',
);
/** Says which sources the build was made from, and which files it made. It is not part of the package. */
const stamp = path.join(root, 'build/prepared.txt');

const before = await sourcesHash();
const prepared = await readFile(stamp, 'utf8').catch(() => '');
if (prepared !== `${before} ${await resultHash()}`) {
  // The compilers come in optional packages, one for each platform. Where those are left out, the build has them for a while.
  const isWithout = process.env['npm_config_omit']?.split(/\s+/u).includes('optional') ?? false;
  if (isWithout) run('npm install --include=optional --omit= --no-save --ignore-scripts --no-audit --no-fund');
  run('npm run build');
  if (isWithout) run('npm prune --omit=optional --no-save --ignore-scripts --no-audit --no-fund');
  await writeFile(stamp, `${before} ${await resultHash()}`);
}

/** @param {string} command */
function run(command) {
  execSync(command, { cwd: root, stdio: 'inherit' });
}

/** Returns a hash of the content of all sources. */
async function sourcesHash() {
  const hash = createHash('sha256');
  for (const name of sources) {
    for (const file of await filesIn(path.join(root, name))) {
      hash.update(`${path.relative(root, file)}\n`).update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

/** Returns a hash of the names, sizes and times of what was built: a build that failed may have written some of it. */
async function resultHash() {
  const hash = createHash('sha256');
  const files = [...(await filesIn(path.join(root, 'build'))), ...(await filesIn(path.join(root, 'dist')))];
  for (const file of files.filter((name) => name !== stamp)) {
    const { size, mtimeMs } = await stat(file);
    hash.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/**
 * Returns the files in a folder and its folders, or the file itself, in order. None when it is missing.
 * @param {string} place
 * @returns {Promise<string[]>}
 */
async function filesIn(place) {
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) return [];
  if (found.isFile()) return [place];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}
