// Bundles the modules that tsc wrote to `build/` into `dist/`, which is what the package ships.
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import * as zod from 'zod';
import { buildWeb } from './build-web.mjs';
import { bundleProgram } from './bundle-program.mjs';
import { copyAssets } from './copy-assets.mjs';
import { isPackage } from './packages.mjs';
import { writeLicenses } from './write-licenses.mjs';

const modules = path.join(import.meta.dirname, '../build');
const dist = path.join(import.meta.dirname, '../dist');
const require = createRequire(import.meta.url);
const entry = path.join(modules, 'package.js');

/** The exports that the program uses of each bundled package. See `replaced` in packages.mjs. */
const bundledPackages = {
  'google-cloud':
    "export { TextToSpeechClient } from '@google-cloud/text-to-speech'; export { googleAuthLibrary, grpc } from 'google-gax';",
  eld: "export { eld } from 'eld/extrasmall';",
  htmlparser2: "export { Parser } from 'htmlparser2';",
  openai: "export { APIConnectionError, APIError, OpenAI } from 'openai';",
  'prom-client': "export { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';",
};

/** Data in `src/` that others made. */
const dataOfOthers = [
  {
    what: 'Readings of English words, from the lexicons of misaki 0.9.4 by hexgrad (Apache-2.0): of words with several',
    license: path.join(import.meta.dirname, '../src/languages/en/readings/LICENSE'),
  },
];

/** Messages in forty languages, of which the program uses none. English has an import of its own. */
const localesOfZod = /^\.\.\/locales\/index\.js$/u;
const noLocales = path.join(modules, 'no-locales.js');

const { packageFiles, usedOfZod } = await bundleProgram(dist);
await writeCommandTable();
await bundleDeclarations();
await copyAssets(dist);
const webFiles = await buildWeb(path.join(dist, 'web'));
await bundlePackages();

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
    .concat(packageFiles, webFiles);
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
  await writeLicenses(files, path.join(dist, 'licenses.txt'), dataOfOthers);
}
