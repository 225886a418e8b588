import path from 'node:path';
import { commandChunks, conversionModules, earlyChunks, lazyFolders, packageChunk } from './chunks.mjs';
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
  const commandLine = path.join(modules, 'cli/run-command-line.js');
  /** @type {Map<string, Set<string>>} */
  const known = new Map();
  /** @type {Record<string, Set<string>>} */
  const atOnce = { start: new Set(), help: new Set(), conversion: new Set() };
  return (id, context) => {
    if (atOnce.start.size === 0) {
      addImports(path.join(modules, 'cli/main.js'), context, atOnce.start);
      addImports(commandLine, context, atOnce.help);
      for (const file of conversionModules) addImports(path.join(modules, file), context, atOnce.conversion);
    }
    // A worker starts when its module is loaded: it must not share a chunk with anything else.
    if (entries.includes(id) || id === commandLine || packageFile.test(id)) return null;
    const file = path.relative(modules, id);
    const early = earlyChunks.find((chunk) => chunk.modules.test(file));
    if (early) return early.name;
    const loaded = Object.entries(atOnce).find(([, modulesAtOnce]) => modulesAtOnce.has(id));
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
