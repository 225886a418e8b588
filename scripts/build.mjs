// Bundles the modules that tsc wrote to `build/` into `dist/`, which is what the package ships.
import path from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const modules = path.join(import.meta.dirname, '../build');
const dist = path.join(import.meta.dirname, '../dist');
const program = path.join(modules, 'cli/main.js');
const entries = {
  cli: program,
  index: path.join(modules, 'index.js'),
  'reader-worker': path.join(modules, 'book/reader-worker.js'),
  'memory-watch-worker': path.join(modules, 'book/memory-watch-worker.js'),
  'engine-worker': path.join(modules, 'speech/embedded/engine-worker.js'),
  'conversion-worker': path.join(modules, 'server/worker/conversion-worker.js'),
};

/** Loaded only when a command or a PDF asks for them. */
const lazyFolders = /^(?:cli|book\/pdf)\//u;

/** Modules that load packages and are used together. */
const sharedChunks = /** @type {const} */ ([
  ['cli', /^cli\/(?!run-command-line|main)(?:view\/(?!terminal))?[\w-]+\.js$/u],
  ['read-book', /^book\/[\w-]+\.js$/u],
  ['conversion', /^pipeline\/(?:output\/)?[\w-]+\.js$/u],
]);

await bundleProgram();
await bundleDeclarations();

async function bundleProgram() {
  const build = await rolldown({
    input: entries,
    platform: 'node',
    // Chunks export to one another.
    preserveEntrySignatures: 'allow-extension',
    external: isPackage,
  });
  // Worker URLs are relative to the chunk that holds them: all files are in one folder.
  await build.write({
    dir: dist,
    cleanDir: true,
    chunkFileNames: '[name].js',
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ debugName: 'rooms', name: chunkNames() }] },
  });
}

/** Declares the library in one file. */
async function bundleDeclarations() {
  const build = await rolldown({
    input: { index: path.join(modules, 'index.d.ts') },
    external: isPackage,
    plugins: [dts({ dtsInput: true, tsconfig: false, emitDtsOnly: true })],
  });
  await build.write({ dir: dist });
}

/** @param {string} id */
function isPackage(id) {
  return !id.startsWith('.') && !path.isAbsolute(id);
}

/**
 * Returns the function that names a module's chunk. One chunk per room holds what loads no package and no heavy module
 * of Node, so that no command loads a package for nothing; `sharedChunks` gathers what loads them together. The bundler
 * divides the rest by what each entry and each lazily loaded command needs.
 * @returns {(id: string, context: import('rolldown').ChunkingContext) => string | null}
 */
function chunkNames() {
  /** @type {Map<string, boolean>} */
  const light = new Map();
  /** @type {Set<string>} */
  const start = new Set();
  return (id, context) => {
    if (start.size === 0) addImports(program, context, start);
    const file = path.relative(modules, id);
    // A worker starts when its module is loaded: it must not share a chunk with anything else.
    if (!/^[\w-]+\//u.test(file) || Object.values(entries).includes(id)) return null;
    const isLightModule = isLight(id, context, light);
    if (start.has(id)) return isLightModule ? 'start' : null;
    if (isLightModule && !lazyFolders.test(file)) return file.slice(0, file.indexOf('/'));
    return sharedChunks.find(([, pattern]) => pattern.test(file))?.[0] ?? null;
  };
}

/**
 * @param {string} id
 * @param {import('rolldown').ChunkingContext} context
 * @param {Set<string>} found
 */
function addImports(id, context, found) {
  if (found.has(id) || isPackage(id)) return;
  found.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) addImports(imported, context, found);
}

/**
 * @param {string} id
 * @param {import('rolldown').ChunkingContext} context
 * @param {Map<string, boolean>} known
 * @returns {boolean}
 */
function isLight(id, context, known) {
  if (isPackage(id)) return id.startsWith('node:') && id !== 'node:child_process';
  const imported = context.getModuleInfo(id)?.importedIds ?? [];
  const answer = known.get(id) ?? imported.every((one) => isLight(one, context, known));
  known.set(id, answer);
  return answer;
}
