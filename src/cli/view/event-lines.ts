import { asSentence } from '../../core/strings/as-sentence.ts';
import { formatDuration, formatRoughly } from '../../core/strings/format-duration.ts';
import type { ProgressEvent } from '../../core/progress.ts';

/**
 * Returns a function that gives the line for an event that every view prints, or undefined. A wait has one line at its
 * beginning and one at its end. Of the retries only the first after a success is printed, of a language model's each,
 * because they are few and slow.
 */
export function eventLines(): (event: ProgressEvent) => string | undefined {
  const waitLine = waitLines();
  let retrying = false;
  return (event) => {
    if (event.type === 'segment-spoken' && !event.stored) retrying = false;
    if (event.type !== 'segment-retry') return bookLine(event) ?? scriptLine(event) ?? waitLine(event);
    if (retrying) return undefined;
    retrying = true;
    return retryText(event);
  };
}

function retryText({ delayMs, reason }: { readonly delayMs: number; readonly reason: string }): string {
  return `Warning: Retrying in ${(delayMs / 1000).toFixed(1)} s: ${reason}`;
}

/** Returns the text for audio that is encoded again. */
export function encodeAgainText({ percent, reason }: { readonly percent: number; readonly reason: string }): string {
  return percent === 0 ? `Encoding the audio again: ${reason}.` : `Encoding the audio again: ${percent} %`;
}

/** Returns the text for finished files that are compared with what was heard. */
export function fileCheckText({ percent }: { readonly percent: number }): string {
  return `Comparing the files with what was heard: ${percent} %`;
}

function waitLines(): (event: ProgressEvent) => string | undefined {
  let printedSinceMs: number | undefined;
  return (event) => {
    if (event.type === 'provider-ready') {
      return `The speech provider responds again after ${formatDuration(event.waitedMs / 1000)}.`;
    }
    if (event.type !== 'provider-wait' || event.sinceMs === printedSinceMs) return undefined;
    printedSinceMs = event.sinceMs;
    const until = event.untilMs === undefined ? '' : `, until ${clockTime(event.untilMs)} at the latest`;
    const reason = asSentence(event.reason);
    return `Waiting for the speech provider since ${clockTime(event.sinceMs)}${until}: ${reason}`;
  };
}

function clockTime(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-GB');
}

function bookLine(event: ProgressEvent): string | undefined {
  if (event.type === 'warning') return `Warning: ${event.message}`;
  if (event.type === 'output-wait') return `Waiting for another run that writes ${event.output}`;
  if (event.type === 'book-read') {
    const { title, chapters, words, leftOut } = event;
    return `“${title}”: ${count(chapters, 'chapter')}, ${count(words, 'word')}, ${count(leftOut, 'part')} left out`;
  }
  if (event.type === 'voice-chosen') {
    const { voice, betterWith } = event;
    return `Voice: ${voice}${betterWith === undefined ? '' : `, a plain one. For a natural one: ${betterWith}`}`;
  }
  if (event.type === 'result-unchanged') return `${event.path} is up to date. --fresh makes it again.`;
  if (event.type === 'result-retagged') return `Writing new tags into ${event.path}. Its audio is up to date.`;
  if (event.type === 'audio-copied') {
    const { encodedChapters, chapters, copiedSeconds, seconds } = event;
    const copied = `${formatDuration(copiedSeconds)} of ${formatDuration(seconds)}`;
    return `Encoded ${encodedChapters} of ${count(chapters, 'chapter')} again, copied the rest from the earlier result (${copied})`;
  }
  return event.type === 'plan-made' ? planText(event) : undefined;
}

function planText(event: PlanMade): string {
  const { estimated, chapters, segments, stored, voices } = event;
  if (estimated) return `Narrating ${count(chapters, 'chapter')}`;
  const all = count(segments, 'segment');
  const missing = stored === 0 ? all : count(segments - stored, 'segment');
  const cached = stored === 0 ? '' : `; ${stored.toLocaleString('en')} of ${all} from the cache`;
  return `Synthesizing ${missing}${cached}${voicesNote(voices)}${timeNote(event)}`;
}

type PlanMade = Extract<ProgressEvent, { type: 'plan-made' }>;

/** The faster voice is named where it saves at least a minute: less is over before the command is typed again. */
const worthNaming = 60;

function timeNote({ speechSeconds, plainSeconds }: PlanMade): string {
  if (speechSeconds === undefined || speechSeconds < 1) return '';
  const isWorth = plainSeconds !== undefined && speechSeconds - plainSeconds >= worthNaming;
  const plain = isWorth ? `; with --voice plain about ${formatRoughly(plainSeconds)}` : '';
  return `: about ${formatRoughly(speechSeconds)}${plain}`;
}

/** Returns the voices when the text has more than one language. */
function voicesNote(voices: Readonly<Record<string, string>> = {}): string {
  const named = Object.entries(voices).map(([language, voice]) => `${language} ${voice}`);
  return named.length > 1 ? `, voices: ${named.join(', ')}` : '';
}

function castText({ quotations, answered }: { readonly quotations: number; readonly answered: number }): string {
  return `Asking the model who says ${count(quotations, 'quotation')}: ${answered.toLocaleString('en')} answered`;
}

function rulesText({ people, quotations, attributed }: Extract<ProgressEvent, { type: 'cast-made' }>): string {
  if (quotations === 0) return 'Cast by rules: nobody speaks; all by the narrator';
  const share = Math.round((100 * attributed) / quotations);
  const who = people === 1 ? '1 person' : `${people.toLocaleString('en')} people`;
  return `Cast by rules: ${who}, ${share} % of the quotations; the rest by the narrator`;
}

function scriptLine(event: ProgressEvent): string | undefined {
  if (event.type === 'model-chosen')
    return `Language model: ${event.model}, the largest installed one that fits. --model names another.`;
  if (event.type === 'model-plan') return modelPlanText(event);
  if (event.type === 'model-retry') return retryText(event);
  if (event.type === 'cast-progress') return castText(event);
  if (event.type === 'cast-made') return rulesText(event);
  if (event.type === 'cast-written') return `Cast: ${event.path}, for you to edit`;
  if (event.type === 'script-step') return `Script of chapter ${event.chapter + 1}: ${event.action} (${event.reason})`;
  if (event.type === 'script-end') return `Script of chapter ${event.chapter + 1}: ${event.title} (${event.origin})`;
  return undefined;
}

function modelPlanText({
  requests,
  promptTokens,
  completionTokens,
  cost,
}: Extract<ProgressEvent, { type: 'model-plan' }>): string {
  const tokens = `${promptTokens.toLocaleString('en')} tokens in, ${completionTokens.toLocaleString('en')} out`;
  const price = cost === undefined ? '' : `, cost ${cost.toFixed(2)}`;
  return `Language model: about ${count(requests, 'request')}, ${tokens}${price}`;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
