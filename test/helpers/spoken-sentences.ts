import type { Pcm } from '../../src/core/pcm.ts';
import { splitSentences } from '../../src/text/split-sentences.ts';
import { speechUnits } from '../../src/speech/check/units/speech-units.ts';
import { joinSamples } from './servers/word-tones.ts';

const sampleRate = 8000;

/** A sound that begins and ends at full level was cut. */
const fadeSamples = 4;

/** Returns a tone as long as each sentence takes, with a pause after each. */
export function spokenSentences(text: string, unitsPerSecond = 16, pauseSeconds = 0.4): Pcm {
  const parts = splitSentences(text).map((sentence) => {
    const sound = Math.round((speechUnits(`${sentence} `).units / unitsPerSecond) * sampleRate);
    const samples = new Int16Array(sound + Math.round(pauseSeconds * sampleRate));
    for (let index = 0; index < sound; index += 1) {
      const fade = Math.min(1, index / fadeSamples, (sound - index) / fadeSamples);
      samples[index] = fade * 4000 * Math.sin((Math.PI * (index + 0.5)) / 10);
    }
    return samples;
  });
  return { samples: joinSamples(parts), sampleRate };
}

/** Returns the first half of audio. */
export function firstHalf({ samples, sampleRate: rate }: Pcm): Pcm {
  return { samples: samples.slice(0, samples.length / 2), sampleRate: rate };
}
