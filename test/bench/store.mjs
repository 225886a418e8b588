// Measures the files of the segment store: CPU and room for an hour of speech as they are now, FLAC, and as WAV with a checksum,
// as earlier versions wrote it. The speech is espeak's. Ends with exit code 1 when FLAC takes more than two seconds of CPU each
// way, or more than two thirds of the room.
//
//   npm run build && node test/bench/store.mjs [minutes of speech = 20]
import { crc32 } from 'node:zlib';
import { decodeWav, encodeWav } from '../../build/core/wav.js';
import { decodeSegment, encodeSegment, measured } from '../../build/pipeline/store/segment-file.js';
import { espeakJs } from '../../build/speech/embedded/espeak/espeak-js.js';
import { textOf } from './bench-sound.mjs';
import { printTable } from './measure.mjs';

const limits = { cpuSecondsPerHour: 2, room: 2 / 3 };
const [, , minutes = '20'] = process.argv;

const ways = {
  'WAV with a checksum': {
    encode: async (pcm) => {
      const file = Buffer.from(encodeWav(pcm));
      crc32(file);
      return file;
    },
    decode: async (file) => {
      crc32(file);
      return decodeWav(file);
    },
  },
  FLAC: { encode: encodeSegment, decode: decodeSegment },
};

const segments = await speech(Number(minutes) * 60);
const hours = segments.reduce((sum, { samples, sampleRate }) => sum + samples.length / sampleRate, 0) / 3600;
const rows = [['way', 'MB per hour', 'encode CPU s per hour', 'decode CPU s per hour']];
const results = [];
for (const [way, { encode, decode }] of Object.entries(ways)) {
  await decode(await encode(segments[0]));
  const files = [];
  const encoding = await cpuSeconds(async () => {
    for (const segment of segments) files.push(await encode(segment));
  });
  const decoding = await cpuSeconds(async () => {
    for (const [index, file] of files.entries()) requireSame(await decode(file), segments[index]);
  });
  const bytes = files.reduce((sum, { length }) => sum + length, 0);
  results.push({ bytes, perHour: [encoding / hours, decoding / hours] });
  rows.push([way, (bytes / 1e6 / hours).toFixed(0), (encoding / hours).toFixed(2), (decoding / hours).toFixed(2)]);
}
console.log(`${(hours * 60).toFixed(0)} minutes of speech in ${segments.length} segments, every sample compared`);
printTable(rows);
const [wav, flac] = results;
console.log(`FLAC takes ${(flac.bytes / wav.bytes).toFixed(2)} of the room of WAV.`);
console.log(`Limits: ${limits.cpuSecondsPerHour} s of CPU per hour each way, ${limits.room.toFixed(2)} of the room.`);
const isSlow = flac.perHour.some((seconds) => seconds > limits.cpuSecondsPerHour);
if (isSlow || flac.bytes > limits.room * wav.bytes) process.exitCode = 1;

/** Returns segments of together about this many seconds. */
async function speech(seconds) {
  const espeak = await espeakJs();
  const spoken = [];
  for (let left = seconds; left > 0;) {
    const pcm = measured(espeak.speak('gmw/en', textOf(spoken.length)));
    left -= pcm.samples.length / pcm.sampleRate;
    spoken.push(pcm);
  }
  return spoken;
}

async function cpuSeconds(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function requireSame(decoded, { samples }) {
  if (decoded === undefined || Buffer.compare(Buffer.from(decoded.samples.buffer), Buffer.from(samples.buffer)) !== 0)
    throw new Error('A segment was decoded to other samples.');
}
