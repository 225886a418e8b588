// Speaks the beginnings of books or texts with a voice inside of this program, and prints how far the expected length is from that of the
// speech with its pauses. The aim is 10 % for each voice, and no book far from it.
//
//   npm run build && node test/bench/estimates.mjs VOICE LANGUAGE FILE…
import { homedir } from 'node:os';
import path from 'node:path';
import { readBook } from '../../build/book/read-book.js';
import { trimSilence } from '../../build/core/trim-silence.js';
import { planBook } from '../../build/pipeline/plan/plan.js';
import { expectedSeconds } from '../../build/pipeline/plan/plan-length.js';
import { embeddedProvider } from '../../build/speech/embedded/embedded.js';
import { includedModels } from '../../build/voice-models/included-models.js';
import { printTable } from './measure.mjs';

/** Characters of each file: six minutes of speech. */
const characters = 6000;

const [voice, language, ...files] = process.argv.slice(2);
const dataFolder = process.env.AUDIOBOOK_DATA_DIR ?? path.join(homedir(), '.local/share/audiobook');
const provider = await embeddedProvider({ dataFolder, included: await includedModels(dataFolder) });
const { signal } = new AbortController();

async function compare(file) {
  const { chapters } = await readBook(file, { signal });
  const plan = planBook(chapters, { limit: provider.limit, target: provider.target, language });
  let length = 0;
  const segments = plan.chapters
    .flatMap((chapter) => chapter.segments)
    .filter(({ text, spoken }) => spoken && (length += text.length) <= characters);
  let seconds = segments.reduce((sum, { pauseMs }) => sum + pauseMs / 1000, 0);
  for (const segment of segments) {
    const { samples, sampleRate } = trimSilence(
      await provider.synthesize({ text: segment.text, language: segment.language, voice, signal }),
    );
    seconds += samples.length / sampleRate;
  }
  const expected = expectedSeconds(segments, voice, { provider });
  return [
    path.basename(file),
    seconds.toFixed(1),
    expected.toFixed(1),
    `${(100 * (expected / seconds - 1)).toFixed(1)} %`,
  ];
}

const rows = [['file', 'seconds', 'expected', 'off by']];
for (const file of files) rows.push(await compare(file));
await provider[Symbol.asyncDispose]();
printTable(rows);
