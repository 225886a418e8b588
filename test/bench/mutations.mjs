// Changes one small thing at a time in source files, runs tests, and prints which changes no test noticed: a number, its unit, the
// turn of a comparison, a row of a table. Each costs a start of vitest. The files are as before afterwards.
//
//   node test/bench/mutations.mjs [--count 10] [--seed 1] src/pipeline/plan/speech-prices.ts … -- test/pipeline/prices.test.ts …
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const split = process.argv.indexOf('--');
const { values, positionals: files } = parseArgs({
  args: process.argv.slice(2, split === -1 ? undefined : split),
  allowPositionals: true,
  options: { count: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});
const tests = split === -1 ? [] : process.argv.slice(split + 1);
if (files.length === 0 || tests.length === 0) throw new Error('Give source files, --, and files of tests.');

/** Kinds of changes: what is changed, and into what. */
const kinds = [
  {
    name: 'number',
    pattern: /(?<![\w.'"`\-/])\d[\d_]*(?:\.\d+)?(?![\w'"`.])/gu,
    change: (text) => String(number(text) + 1),
  },
  {
    name: 'unit',
    pattern: /(?<![\w.'"`\-/])[1-9][\d_]*(?:\.\d+)?(?![\w'"`.])/gu,
    change: (text) => String(number(text) * 10),
  },
  {
    name: 'bound',
    pattern: / (?:<=?|>=?) /gu,
    change: (text) => (text.includes('=') ? text.replace('=', '') : `${text.trimEnd()}= `),
  },
  { name: 'equality', pattern: / [!=]== /gu, change: (text) => (text.includes('!') ? ' === ' : ' !== ') },
  { name: 'logic', pattern: / (?:&&|\|\|) /gu, change: (text) => (text.includes('&') ? ' || ' : ' && ') },
  { name: 'truth', pattern: /(?<=[:=(,?] )(?:true|false)\b/gu, change: (text) => String(text === 'false') },
  { name: 'row', pattern: /^ +(?:\[.*\]|\{.*\}|'[^']*'|\/.*\/[gimsuy]+),\n/gmu, change: () => '' },
];

function number(text) {
  return Number(text.replaceAll('_', ''));
}

function blank(text) {
  return text.replaceAll(/[^\n]/gu, ' ');
}

/** Returns the text with its comments and types blanked, at the same places. */
function code(text) {
  return text
    .replaceAll(/\/\*[^]*?\*\//gu, blank)
    .replaceAll(/^\s*\/\/.*$/gmu, blank)
    .replaceAll(/^import\b[^;]*;/gmu, blank)
    .replaceAll(/^(?:export )?(?:interface|type) [^]*?^\}/gmu, blank);
}

const places = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  const bare = code(text);
  return kinds.flatMap((kind) =>
    [...bare.matchAll(kind.pattern)].map(({ index, 0: found }) => ({ file, text, index, found, kind })),
  );
});

/** The same order in every run with this seed. */
let state = Number(values.seed);
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
const chosen = places
  .map((place) => ({ place, at: random() }))
  .toSorted((one, other) => one.at - other.at)
  .slice(0, Number(values.count))
  .map(({ place }) => place);

const run = () =>
  spawnSync('npx', ['vitest', 'run', '--bail', '1', '--coverage.enabled=false', ...tests], { stdio: 'ignore' })
    .status === 0;
if (!run()) throw new Error('The tests fail without a change.');

// Files are restored on the way out.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

let survived = 0;
for (const { file, text, index, found, kind } of chosen) {
  const changed = kind.change(found);
  const restore = () => writeFileSync(file, text);
  process.once('exit', restore);
  try {
    writeFileSync(file, text.slice(0, index) + changed + text.slice(index + found.length));
    const isNoticed = !run();
    if (!isNoticed) survived += 1;
    const line = text.slice(0, index).split('\n').length;
    const what = `${kind.name}: ${found.trim()} -> ${changed.trim() || '(nothing)'}`;
    console.log(`${isNoticed ? 'noticed ' : 'SURVIVED'}  ${file}:${line}  ${what}`);
  } finally {
    restore();
    process.off('exit', restore);
  }
}
console.log(
  `${chosen.length} of ${places.length} possible changes: ${chosen.length - survived} noticed, ${survived} survived`,
);
