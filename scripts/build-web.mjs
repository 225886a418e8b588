// Builds the page of the service from `src/web/` into a folder.
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
  const output = [page].flat().flatMap((one) => ('output' in one ? one.output : []));
  return output
    .flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
    .filter((id) => id.includes('node_modules'));
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
