import type { Pcm } from '../../../core/pcm.ts';
import { agreement, isAboutAsLong } from '../../check/agreement.ts';
import type { Agreement, Reading } from '../../check/agreement.ts';
import { isSameSpeech } from '../../check/measure/is-same-speech.ts';
import { SpoiledAudioError } from '../provider-errors.ts';
import { requestAudio } from '../request-audio.ts';
import type { Attempt, SpeakingRun, Spoiled } from '../request-audio.ts';

/** Requests that bring no audio to compare, after which the text is requested in another way. */
const maxFailures = 2;
/** Answers, relative to the number that must agree, after which a service is not asked any more. */
const maxAnswers = 3;
/** Answers that are compared must exceed the others by this many, also when the service has recovered. */
const minLead = 2;

/**
 * Returns the audio of a text. A service that was caught at wrong audio in this run is asked again until enough of its
 * answers agree; any other is believed, and so is a voice that always speaks the whole text. `earlier` is audio that was believed before: then answers are compared in any case.
 */
export async function agreedAudio(text: string, run: SpeakingRun, earlier?: readonly Pcm[]): Promise<Attempt> {
  const { trust, isOfWholeTexts } = run.check;
  if (isOfWholeTexts) return await requestAudio(text, run);
  const believed = earlier?.map((pcm) => ({ pcm, isCredible: true }));
  if (believed) return await comparedAudio(text, run, believed);
  const attempt = await requestAudio(text, run);
  const readings = [...readingsOf(attempt), ...(await secondReadings(text, attempt, run))];
  noteContradiction(readings, attempt, run);
  return trust.isCaught ? await comparedAudio(text, run, readings, attempt) : attempt;
}

/** Requests a text until enough answers agree. */
async function comparedAudio(
  text: string,
  run: SpeakingRun,
  known: readonly Reading[],
  last?: Attempt,
): Promise<Attempt> {
  const readings = [...known];
  let attempt = last;
  let failures = attempt && readings.length === 0 ? 1 : 0;
  for (;;) {
    const { trust } = run.check;
    const lead = Math.max(minLead, trust.lead);
    const isLast = failures >= maxFailures || readings.length >= maxAnswers * lead;
    const found = agreement(readings, lead, { varies: trust.varies, isLast });
    if (found || isLast) notePair(readings, run);
    if (found) return decided(found, attempt, run);
    if (isLast) return undecided(readings, attempt, run);
    attempt = await requestAudio(text, { ...run, isRepeated: true, isCompared: true });
    const more = readingsOf(attempt);
    if (more.length === 0) failures += 1;
    readings.push(...more);
  }
}

function readingsOf({ pcm, odd = [], wrong = [] }: Attempt): readonly Reading[] {
  const refused = [...wrong.map((found) => ({ ...found, isCredible: false, isWrong: true })), ...odd];
  return pcm ? [...refused, { pcm, isCredible: true }] : refused;
}

/** Asks once more when an answer was refused and another one passed: then it is seen whether the service repeats itself. */
async function secondReadings(text: string, { pcm, odd = [] }: Attempt, run: SpeakingRun): Promise<readonly Reading[]> {
  if (!pcm || run.check.trust.isCaught || odd.every((refused) => isSameSpeech(refused.pcm, pcm))) return [];
  return readingsOf(await requestAudio(text, { ...run, isRepeated: true, isCompared: true }));
}

/**
 * An answer that was refused and another one that passed cannot both be right when one is much longer, or when the service
 * otherwise repeats itself. Answers that are all refused prove nothing: the text may be an odd one.
 */
function noteContradiction(
  readings: readonly Reading[],
  { pcm, odd = [], wrong = [] }: Attempt,
  { check: { trust } }: SpeakingRun,
): void {
  if (!pcm) return;
  const isOther = odd.some((refused) => !isSameSpeech(refused.pcm, pcm));
  const repeats = readings.some((one) => isRepeated(one, readings));
  const isMuchLonger = odd.some((refused) => !isAboutAsLong(refused.pcm, pcm));
  if (wrong.length > 0 || isMuchLonger || (isOther && repeats && !trust.varies)) trust.addFault();
}

/** Learns from the first two good answers to a text whether the service repeats itself. */
function notePair(readings: readonly Reading[], { check: { trust } }: SpeakingRun): void {
  const [first, second] = readings.filter(({ isCredible }) => isCredible);
  if (!first || !second) return;
  const isSame = isSameSpeech(first.pcm, second.pcm);
  if (isSame || isAboutAsLong(first.pcm, second.pcm)) trust.addPair(isSame);
}

function isRepeated(one: Reading, readings: readonly Reading[]): boolean {
  return readings.some((other) => other !== one && isSameSpeech(one.pcm, other.pcm));
}

/** Audio on which the service insists is right when it is credible, otherwise odd. */
function decided({ agreed, others }: Agreement, attempt: Attempt | undefined, run: SpeakingRun): Attempt {
  for (const _ of others) run.check.trust.addFault();
  const credible = agreed.find(({ isCredible }) => isCredible);
  if (credible) return { pcm: credible.pcm };
  return { problem: attempt?.problem ?? differs(run), odd: agreed.filter(({ isWrong = false }) => !isWrong) };
}

/** Answers that passed may be right, each of them. Its halves, or the text spoken several times in a row, decide. */
function undecided(readings: readonly Reading[], attempt: Attempt | undefined, run: SpeakingRun): Spoiled {
  if (readings.length > 1) run.check.trust.addFault();
  return { problem: attempt?.problem ?? differs(run), odd: readings.filter(({ isCredible }) => isCredible) };
}

function differs({ provider }: SpeakingRun): SpoiledAudioError {
  return new SpoiledAudioError(`${provider.id}: The service returns different audio each time.`, { retryable: false });
}
