import path from 'node:path';
import { commandChunks, commandLine, earlyChunks, lazyFolders, loadedWith, packageChunk } from './chunks.mjs';
import { isPackage, packageFile } from './packages.mjs';

const heavyBuiltins = new Set(['node:child_process']);

/**
 * Returns the function that names a module's chunk: what every command needs at start-up; the list of commands; what every
 * conversion loads; and of the rest, one chunk per room of modules that load no package and one of modules that load usual
 * packages alone. The bundler divides what is left by what each entry and each lazily loaded command needs, so that none
 * loads a package in vain.
 * @param {string} modules Folder of the modules.
 * @param {readonly string[]} entries
 * @returns {(id: string, context: import('rolldown').ChunkingContext) => string | null}
 */
export function chunkNames(modules, entries) {
  /** @type {Map<string, Set<string>>} */
  const known = new Map();
  /** @type {(readonly [string, Set<string>])[] | undefined} */
  let together;
  return (id, context) => {
    together ??= Object.entries(loadedWith).map(([name, files]) => [name, importsOf(modules, files, context)]);
    // A worker starts when its module is loaded: it must not share a chunk with anything else.
    if (entries.includes(id) || id === path.join(modules, commandLine) || packageFile.test(id)) return null;
    const file = path.relative(modules, id);
    const early = earlyChunks.find((chunk) => chunk.modules.test(file));
    if (early) return early.name;
    const loaded = together.find(([, found]) => found.has(id));
    if (loaded) return loaded[0];
    const shared = commandChunks.find((chunk) => chunk.modules.test(file));
    if (shared) return shared.name;
    if (lazyFolders.test(file)) return null;
    const packages = packagesOf(id, context, known);
    if (packages.size > 0) return packageChunk(file, packages);
    return file.slice(0, file.indexOf('/'));
  };
}

/**
 * @param {string} modules
 * @param {readonly string[]} files
 * @param {import('rolldown').ChunkingContext} context
 * @returns {Set<string>}
 */
function importsOf(modules, files, context) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const file of files) addImports(path.join(modules, file), context, found);
  return found;
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
 * Returns the packages, and heavy modules of Node, that a module loads.
 * @param {string} id
 * @param {import('rolldown').ChunkingContext} context
 * @param {Map<string, Set<string>>} known
 * @returns {Set<string>}
 */
function packagesOf(id, context, known) {
  if (packageFile.test(id)) return new Set(['inlined']);
  if (isPackage(id)) return new Set(id.startsWith('node:') && !heavyBuiltins.has(id) ? [] : [id]);
  let found = known.get(id);
  if (found === undefined) {
    found = new Set();
    known.set(id, found);
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) {
      for (const name of packagesOf(imported, context, known)) found.add(name);
    }
  }
  return found;
}
