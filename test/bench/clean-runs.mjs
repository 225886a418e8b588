// Speaks 500 segments, short dialogue among them, with voices that have no fault: the two plain ones inside the program, and three
// loopback services that speak with espeak-ng, of which one never says a text in the same way twice. Nothing may fail or be in
// doubt, and hardly a text may be asked for again. Prints one line for each voice; exits with 1 when a bound is missed.
//
//   npm run build && node test/bench/clean-runs.mjs [--segments 500] [--voices flite,espeak-ng] [--verbose]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from './fault-matrix/bundle.mjs';
import { printTable } from './measure.mjs';

/** Share of the texts that may be asked for again: two answers to them are compared, which costs a request. */
const most = { usual: 0.01, varying: 0.03 };

const { values } = parseArgs({
  options: {
    segments: { type: 'string', default: '500' },
    voices: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const here = import.meta.dirname;
const { cleanRun, cleanVoices, segmentsOf } = await import(await bundle(path.join(here, 'clean-runs', 'clean-run.ts')));
const segments = [];
for (const book of ['the-last-tram.epub', 'bread-for-number-nine.epub'])
  segments.push(...(await segmentsOf(path.join(here, '..', 'books', book), Number(values.segments) - segments.length)));
const numbered = segments.map((segment, index) => ({ ...segment, index }));
const wanted = values.voices?.split(',') ?? cleanVoices.map(({ name }) => name);
const rows = [];
for (const voice of cleanVoices.filter(({ name }) => wanted.includes(name))) {
  const run = await cleanRun(voice, numbered);
  const share = run.askedAgain / run.segments;
  const isKept = run.failure === undefined && run.doubts === 0 && share <= (voice.varies ? most.varying : most.usual);
  const end = run.failure ?? (run.doubts === 0 ? 'exit 0' : 'exit 9');
  if (!isKept) process.exitCode = 1;
  const asked = `${run.askedAgain} (${(100 * share).toFixed(1)} %)`;
  rows.push([
    isKept ? 'ok' : 'MISSED',
    voice.name,
    ...[run.segments, asked, run.extraRequests, run.doubts].map(String),
    end,
  ]);
  if (values.verbose) console.log([voice.name, ...run.reasons].join('\n  '));
}
printTable([['', 'voice', 'segments', 'asked again', 'extra requests', 'in doubt', 'end'], ...rows]);
