import type { Pcm } from '../../../core/pcm.ts';
import { soundSeconds } from '../../check/measure/measure-speech.ts';
import { shortUnits, textUnits } from '../../check/units/text-units.ts';
import { agreedAudio } from './agreed-audio.ts';
import { requestAudio } from '../request-audio.ts';
import type { Attempt, SpeakingRun, Spoiled } from '../request-audio.ts';

/** Length of a short text spoken alone, relative to its share of a series: alone it is drawn out. */
const agreement = { min: 0.75, max: 1.7 };
const minRepetitions = 3;
const maxRepetitions = 16;

/**
 * Decides whether audio holds the whole of a text that is too short to be judged by its length: the text is requested several
 * times in one request, which is long enough to be checked, and compared with its share of that. Returns audio that agrees, or
 * undefined when there is none, or when the text is not short.
 */
export async function confirmByRepetition(
  text: string,
  spoiled: Spoiled,
  run: SpeakingRun,
): Promise<Attempt | undefined> {
  const { units } = textUnits(text, run.request.language).total;
  if (units >= shortUnits) return undefined;
  const repetitions = Math.min(
    maxRepetitions,
    Math.max(minRepetitions, Math.ceil((1.5 * shortUnits) / Math.max(1, units))),
  );
  const series = await agreedAudio(seriesOf(text, repetitions), run);
  if (!series.pcm) return undefined;
  const share = soundSeconds(series.pcm) / repetitions;
  const first = closest(audioOf(spoiled.odd), share);
  if (first) return { pcm: first };
  const again = await requestAudio(text, run);
  const pcm = closest(again.pcm ? [again.pcm] : audioOf(again.odd), share);
  return pcm && { pcm };
}

/** Returns the audio whose length is closest to the expected one, if that agrees. */
function closest(found: readonly Pcm[], seconds: number): Pcm | undefined {
  const distance = (pcm: Pcm): number => Math.abs(Math.log(soundSeconds(pcm) / seconds));
  const [pcm] = found.toSorted((a, b) => distance(a) - distance(b));
  const relative = pcm ? soundSeconds(pcm) / seconds : 0;
  return relative > agreement.min && relative < agreement.max ? pcm : undefined;
}

function audioOf(odd: Spoiled['odd']): readonly Pcm[] {
  return odd.map(({ pcm }) => pcm);
}

function seriesOf(text: string, repetitions: number): string {
  const sentence = /[.!?。！？…]["'”’»)]*$/u.test(text) ? text : `${text}.`;
  return Array.from({ length: repetitions }, () => sentence).join(' ');
}
