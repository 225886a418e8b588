// Builds the page of the service from `src/web/` into a folder.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';

const root = path.join(import.meta.dirname, '../src/web');

/**
 * Builds the page and its service worker. Returns the files of the packages that are part of it.
 * @param {string} outDir
 * @returns {Promise<string[]>}
 */
export async function buildWeb(outDir) {
  const page = await build({
    ...settings(outDir),
    build: { ...settings(outDir).build, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  await buildWorker(outDir);
  const output = [page].flat().flatMap((one) => ('output' in one ? one.output : []));
  return output
    .flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
    .filter((id) => id.includes('node_modules'));
}

/**
 * Builds the service worker, which knows the files of the page. It is another worker as soon as one of them is another file.
 * @param {string} outDir
 */
async function buildWorker(outDir) {
  const { files, hash } = await shellOf(outDir);
  const { build: options, ...rest } = settings(outDir);
  await build({
    ...rest,
    publicDir: false,
    define: { shellFiles: JSON.stringify(files), shellVersion: JSON.stringify(hash) },
    build: {
      ...options,
      emptyOutDir: false,
      rolldownOptions: {
        input: path.join(root, 'offline/worker/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}

/**
 * Returns the files of a built page except its document, and a hash of all.
 * @param {string} outDir
 */
async function shellOf(outDir) {
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name !== 'sw.js')
    .map((entry) => path.relative(outDir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .toSorted();
  const hash = createHash('sha256');
  for (const file of paths) hash.update(`${file}\n`).update(await readFile(path.join(outDir, file)));
  return { files: paths.filter((file) => file !== 'index.html'), hash: hash.digest('hex').slice(0, 16) };
}

/** @param {string} outDir */
function settings(outDir) {
  return {
    root,
    configFile: false,
    // Addresses are relative to the `<base>` that the service writes, so that the page works below any path.
    base: './',
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: { outDir, target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 600 },
  };
}
