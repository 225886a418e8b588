// Bundles the modules of the program, and those of its workers.
import path from 'node:path';
import { rolldown } from 'rolldown';
import * as zod from 'zod';
import { isExternal, packageFile, replacedPackages } from './packages.mjs';

const modules = path.join(import.meta.dirname, '../build');
const entries = {
  cli: path.join(modules, 'cli/main.js'),
  index: path.join(modules, 'index.js'),
  'conversion-worker': path.join(modules, 'server/worker/conversion-worker.js'),
};

/** Small programs of processes that start with each book. With chunks of their own, they load nothing else. */
const workers = {
  'reader-worker': path.join(modules, 'book/reader-worker.js'),
  'limits-watch-worker': path.join(modules, 'book/limits-watch-worker.js'),
  'engine-worker': path.join(modules, 'speech/embedded/engine-worker.js'),
  'natural-worker': path.join(modules, 'speech/natural/engine/natural-worker.js'),
  'recognizer-worker': path.join(modules, 'listening/engine/recognizer-worker.js'),
};

/** The exports of zod that the program uses, about half of them. @type {Set<string>} */
const usedOfZod = new Set();

/** @type {import('rolldown').Plugin} */
const collectUsedOfZod = {
  name: 'used-of-zod',
  transform: {
    filter: { code: "from 'zod'" },
    handler(code) {
      for (const [, name] of code.matchAll(/\bz\.(\w+)/gu)) if (name in zod) usedOfZod.add(name);
    },
  },
};

/** @type {import('rolldown').InputOptions} */
const options = {
  platform: 'node',
  // Chunks export to one another.
  preserveEntrySignatures: 'allow-extension',
  external: isExternal,
  plugins: [collectUsedOfZod, replacedPackages],
};

/**
 * Writes the program and its workers into an empty folder. Returns the files of packages that became part of them, and the
 * names that they use of zod.
 * @param {string} dist
 * @returns {Promise<{ packageFiles: string[]; usedOfZod: ReadonlySet<string> }>}
 */
export async function bundleProgram(dist) {
  const packageFiles = await bundleEntries(dist);
  for (const [name, file] of Object.entries(workers)) packageFiles.push(...(await bundleWorker(dist, name, file)));
  return { packageFiles, usedOfZod };
}

/**
 * @param {string} dist
 * @returns {Promise<string[]>}
 */
async function bundleEntries(dist) {
  const build = await rolldown({ ...options, input: entries });
  // Worker URLs are relative to the chunk that holds them: all files are in one folder.
  const { output } = await build.write({ dir: dist, cleanDir: true, chunkFileNames: '[name].js', comments: false });
  const chunks = output.filter((file) => file.type === 'chunk');
  refuseCircles(chunks);
  return filesOfPackages(chunks);
}

/**
 * @param {string} dist
 * @param {string} name
 * @param {string} file
 * @returns {Promise<string[]>}
 */
async function bundleWorker(dist, name, file) {
  const build = await rolldown({ ...options, input: { [name]: file } });
  const { output } = await build.write({ dir: dist, chunkFileNames: `${name}-[name].js`, comments: false });
  return filesOfPackages(output.filter((chunk) => chunk.type === 'chunk'));
}

/** @param {readonly import('rolldown').OutputChunk[]} chunks */
function filesOfPackages(chunks) {
  return chunks.flatMap((chunk) => chunk.moduleIds).filter((id) => packageFile.test(id));
}

/**
 * Throws when files import one another in a circle: a command that loads another one of them first would fail.
 * @param {import('rolldown').OutputChunk[]} chunks
 */
function refuseCircles(chunks) {
  const left = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  for (let outside = [...left]; outside.length > 0;) {
    const imported = new Set([...left.values()].flat());
    outside = [...left].filter(([name, imports]) => !imported.has(name) || !imports.some((file) => left.has(file)));
    for (const [name] of outside) left.delete(name);
  }
  if (left.size > 0) throw new Error(`A circle of imports among ${[...left.keys()].join(', ')}.`);
}
