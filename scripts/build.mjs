// Bundles the modules that tsc wrote to `build/` into `dist/`, which is what the package ships.
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import * as zod from 'zod';
import { buildWeb } from './build-web.mjs';
import { commandChunks, lazyFolders, packageChunk } from './chunks.mjs';
import { copyAssets } from './copy-assets.mjs';
import { lazyPatterns } from './lazy-patterns.mjs';
import { writeLicenses } from './write-licenses.mjs';

const modules = path.join(import.meta.dirname, '../build');
const dist = path.join(import.meta.dirname, '../dist');
const program = path.join(modules, 'cli/main.js');
const commandLine = path.join(modules, 'cli/run-command-line.js');
const require = createRequire(import.meta.url);
const entry = path.join(modules, 'package.js');
const entries = {
  cli: program,
  index: path.join(modules, 'index.js'),
  'reader-worker': path.join(modules, 'book/reader-worker.js'),
  'memory-watch-worker': path.join(modules, 'book/memory-watch-worker.js'),
  'engine-worker': path.join(modules, 'speech/embedded/engine-worker.js'),
  'natural-worker': path.join(modules, 'speech/natural/engine/natural-worker.js'),
  'ear-worker': path.join(modules, 'listening/engine/ear-worker.js'),
  'conversion-worker': path.join(modules, 'server/worker/conversion-worker.js'),
};

/**
 * Files for large packages of which little is used, so that users need not install the rest, and for those whose many files
 * would take long to load. Each is named after the import that it stands for.
 */
const replaced = {
  'pdfjs-dist/legacy/build/pdf.mjs': './pdfjs/pdf.mjs',
  '@google-cloud/text-to-speech': './google-cloud.js',
  'google-gax': './google-cloud.js',
  'eld/extrasmall': './eld.js',
  'prom-client': './prom-client.js',
  htmlparser2: './htmlparser2.js',
  zod: './zod.js',
  openai: './openai.js',
};
const bundledPackages = {
  'google-cloud':
    "export { TextToSpeechClient } from '@google-cloud/text-to-speech'; export { googleAuthLibrary, grpc } from 'google-gax';",
  eld: "export { eld } from 'eld/extrasmall';",
  htmlparser2: "export { Parser } from 'htmlparser2';",
  openai: "export { APIConnectionError, APIError, OpenAI } from 'openai';",
  'prom-client': "export { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';",
};

/** Messages in forty languages, of which the program uses none. English has an import of its own. */
const localesOfZod = /^\.\.\/locales\/index\.js$/u;
const noLocales = path.join(modules, 'no-locales.js');

/** What the program uses of zod, which is half of it. */
const usedOfZod = new Set();

/** Small packages that become part of the module that imports them. */
const inlined = new Set(['@mozilla/readability', 'chardet', 'linkedom', 'markdown-it', 'markdown-it-footnote']);

const packageFile = /[\\/]node_modules[\\/]/u;
const heavyBuiltins = new Set(['node:child_process']);

const inlinedFiles = await bundleProgram();
await writeCommandTable();
await bundleDeclarations();
await copyAssets(dist);
const webFiles = await buildWeb(path.join(dist, 'web'));
await bundlePackages();

/**
 * Returns the files of the inlined packages.
 * @returns {Promise<string[]>}
 */
async function bundleProgram() {
  const build = await rolldown({
    input: entries,
    platform: 'node',
    // Chunks export to one another.
    preserveEntrySignatures: 'allow-extension',
    external: (id, importer = '') =>
      isPackage(id) && !Object.hasOwn(replaced, id) && !inlined.has(id) && !packageFile.test(importer),
    plugins: [
      lazyPatterns,
      {
        name: 'used-of-zod',
        transform: {
          filter: { code: "from 'zod'" },
          handler(code) {
            for (const [, name] of code.matchAll(/\bz\.(\w+)/gu)) if (name in zod) usedOfZod.add(name);
          },
        },
      },
      {
        name: 'replaced',
        resolveId: (id, importer = '') =>
          Object.hasOwn(replaced, id) && !packageFile.test(importer) ? { id: replaced[id], external: true } : null,
      },
    ],
  });
  // Worker URLs are relative to the chunk that holds them: all files are in one folder.
  const { output } = await build.write({
    dir: dist,
    cleanDir: true,
    chunkFileNames: '[name].js',
    comments: false,
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ debugName: 'rooms', name: chunkNames() }] },
  });
  const chunks = output.filter((file) => file.type === 'chunk');
  refuseCircles(chunks);
  const used = chunks.flatMap((chunk) => chunk.moduleIds);
  return used.filter((id) => packageFile.test(id));
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
  if (left.size > 0)
    throw new Error(`A circle of imports among ${[...left.keys()].join(', ')}. See scripts/chunks.mjs.`);
}

/** Writes the table of commands that completion reads: loading every command takes longer than a person waits. */
async function writeCommandTable() {
  const { commandTable } = await import(path.join(modules, 'cli/tables/command-rows.js'));
  await writeFile(path.join(dist, 'commands.json'), `${JSON.stringify(await commandTable())}\n`);
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

/** Writes one file per package, and the licences of all. */
async function bundlePackages() {
  const files = ['pdfjs-dist/package.json', 'swagger-ui-dist/package.json']
    .map((file) => require.resolve(file))
    .concat(inlinedFiles, webFiles);
  const exported = Object.keys(zod).flatMap((name) => (usedOfZod.has(name) ? `${name}: zod.${name}` : []));
  const ofZod = `import * as zod from 'zod'; export const z = { ${exported.join(', ')} };`;
  for (const [name, code] of Object.entries({ ...bundledPackages, zod: ofZod })) {
    const build = await rolldown({
      input: { [name]: 'entry' },
      platform: 'node',
      plugins: [
        {
          name: 'entry',
          resolveId: (id) => (id === 'entry' ? entry : localesOfZod.test(id) ? noLocales : null),
          load: (id) => (id === entry ? code : id === noLocales ? 'export {};' : null),
        },
      ],
    });
    const { output } = await build.write({ dir: dist, codeSplitting: false, comments: false });
    files.push(...output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])));
  }
  await writeLicenses(files, path.join(dist, 'licenses.txt'));
}

/** @param {string} id */
function isPackage(id) {
  // What parses markup keeps to chunks that load this file.
  return id === replaced.htmlparser2 || (!id.startsWith('.') && !path.isAbsolute(id));
}

/**
 * Returns the function that names a module's chunk: what every command needs at start-up, and the list of commands; one chunk per room of modules
 * that load no package; one of modules that load usual packages alone. The bundler divides the rest by what each entry
 * and each lazily loaded command needs, so that none loads a package in vain.
 * @returns {(id: string, context: import('rolldown').ChunkingContext) => string | null}
 */
function chunkNames() {
  /** @type {Map<string, Set<string>>} */
  const known = new Map();
  /** @type {Set<string>} */
  const start = new Set();
  /** @type {Set<string>} */
  const help = new Set();
  return (id, context) => {
    if (start.size === 0) {
      addImports(program, context, start);
      addImports(commandLine, context, help);
    }
    // A worker starts when its module is loaded: it must not share a chunk with anything else.
    if (Object.values(entries).includes(id) || packageFile.test(id)) return null;
    const file = path.relative(modules, id);
    const packages = packagesOf(id, context, known);
    const shared = commandChunks.find((chunk) => chunk.modules.test(file));
    if (shared) return shared.name;
    if (lazyFolders.test(file)) return null;
    if (packages.size > 0) return packageChunk(file, packages);
    const atStart = [start, help].findIndex((modulesAtStart) => modulesAtStart.has(id));
    return ['start', 'help'][atStart] ?? file.slice(0, file.indexOf('/'));
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
