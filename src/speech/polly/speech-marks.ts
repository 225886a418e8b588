import type { PollyClient, SynthesizeSpeechCommandInput } from '@aws-sdk/client-polly';
import { z } from 'zod';
import { toAudiobookError } from '../../core/errors.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import type { WordStart } from '../../core/pcm.ts';
import { retry } from '../../core/retry.ts';
import { inkLength } from '../../text/text-length.ts';
import { sendToPolly } from './send-to-polly.ts';

/** A word of the text. Offsets are bytes of UTF-8. */
const markSchema = z.object({
  time: z.number(),
  type: z.literal('word'),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  value: z.string(),
});

/** A mark of a word: its time in milliseconds and its place in the bytes of the text. */
export type SpeechMark = z.infer<typeof markSchema>;

/** The sound is there already, so little is waited for. */
const marksPolicy = { attempts: 3, firstDelayMs: 500, maxDelayMs: 2000 };
const marksTimeoutMs = 10_000;

/** Voices that have no marks, by client, so that they are asked for once. */
const refused = new WeakMap<PollyClient, Set<string>>();

/**
 * Returns when the words of a text begin, in a request of its own, or undefined when the service does not return them: the sound that
 * was paid for is as good without. `speech` is the request for the sound. Throws `canceled`.
 */
export async function speechMarks(
  client: PollyClient,
  speech: SynthesizeSpeechCommandInput,
  signal: AbortSignal,
): Promise<readonly SpeechMark[] | undefined> {
  const voice = `${speech.Engine} ${speech.VoiceId}`;
  if (refused.get(client)?.has(voice)) return undefined;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(marksTimeoutMs)]);
  const input = { ...speech, OutputFormat: 'json' as const, SpeechMarkTypes: ['word' as const] };
  try {
    const bytes = await retry(async () => await sendToPolly(client, input, limited), marksPolicy, limited);
    return marksIn(new TextDecoder().decode(bytes));
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const { code, retryable } = toAudiobookError(thrown);
    if (code !== 'canceled' && !retryable) refused.set(client, (refused.get(client) ?? new Set()).add(voice));
    return undefined;
  }
}

/** One JSON object per line. Other lines are left out. */
function marksIn(text: string): SpeechMark[] {
  return text.split('\n').flatMap((line) => markSchema.safeParse(parseJson(line)).data ?? []);
}

/** Returns where the marked words begin in a text and its sound. Marks that do not name a word of the text are left out. */
export function wordsOfMarks(marks: readonly SpeechMark[], text: string, sampleRate: number): WordStart[] {
  const bytes = Buffer.from(text);
  return marks.flatMap(({ time, start, end, value }) =>
    bytes.toString('utf8', start, end) === value
      ? [{ offset: inkLength(bytes.toString('utf8', 0, start)), sample: Math.round((time * sampleRate) / 1000) }]
      : [],
  );
}
