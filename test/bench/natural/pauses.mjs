// Silences of a plan that was spoken, by what they follow.
import { sentenceEnds } from '../../../build/text/split-sentences.js';

const frameSeconds = 0.01;
/** Shorter silences are the closures of consonants. */
const shortestSeconds = 0.1;
/** Below the loudest tenth of the frames: −45 dBFS in a file of −18 LUFS. */
const silentDb = 27;

/**
 * Returns rows of a table with the silences after sentences, paragraphs and headings, and the share of silence in the whole sound.
 * Inside a segment, its longest silences count as those after its sentences: it has one less than sentences.
 */
export function pauseRows(segments, sounds, whole, language) {
  const floor = floorOf(whole);
  const after = { sentence: [], paragraph: [], 'heading, chapter': [] };
  for (const [at, segment] of segments.entries()) {
    const sound = sounds.get(segment.index);
    if (!sound) continue;
    const { inner, end } = silencesOf(sound, floor);
    const ends = [...sentenceEnds(segment.text, language)].filter((place) => place < segment.text.trimEnd().length);
    after.sentence.push(...inner.toSorted((a, b) => b - a).slice(0, ends.length));
    const next = sounds.get(segments[at + 1]?.index);
    if (next) after[kindOf(segment)].push(end + segment.pauseMs / 1000 + silencesOf(next, floor).start);
  }
  const rows = [['after a', 'count', 'median', '95th percentile', 'longest']];
  for (const [name, seconds] of Object.entries(after)) {
    const figures = [0.5, 0.95, 1].map((share) => quantile(seconds, share).toFixed(2));
    if (seconds.length > 0) rows.push([name, String(seconds.length), ...figures]);
  }
  const { inner, start, end, total } = silencesOf(whole, floor);
  return { rows, silence: (start + end + inner.reduce((sum, seconds) => sum + seconds, 0)) / total };
}

/** Pauses of `tight`, `normal` and `wide` are of one kind below and above these, in milliseconds. */
function kindOf({ pauseMs }) {
  if (pauseMs > 600 && pauseMs !== 900) return 'heading, chapter';
  return pauseMs < 400 ? 'sentence' : 'paragraph';
}

function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function floorOf(pcm) {
  const levels = levelsOf(pcm).toSorted((a, b) => a - b);
  return levels[Math.floor(levels.length * 0.9)] - silentDb;
}

/** Returns the silences at the edges and inside, in seconds. */
function silencesOf(pcm, floor) {
  const loud = levelsOf(pcm).map((level) => level > floor);
  const first = loud.indexOf(true);
  const last = loud.lastIndexOf(true);
  const inner = [];
  for (let at = first, quiet = 0; at <= last; at += 1) {
    if (!loud[at]) quiet += 1;
    else {
      if (quiet * frameSeconds >= shortestSeconds) inner.push(quiet * frameSeconds);
      quiet = 0;
    }
  }
  const [start, end] = [first, loud.length - 1 - last].map((frames) => frames * frameSeconds);
  return { start, end, inner, total: loud.length * frameSeconds };
}

function levelsOf({ samples, sampleRate }) {
  const frame = Math.round(frameSeconds * sampleRate);
  return Array.from({ length: Math.floor(samples.length / frame) }, (_, index) => {
    let sum = 0;
    for (let at = index * frame; at < (index + 1) * frame; at += 1) sum += samples[at] ** 2;
    return 10 * Math.log10(sum / frame / 32_768 ** 2 + 1e-12);
  });
}
