import { AudiobookError } from '../../core/errors.ts';
import { messageText } from '../../core/failed-response.ts';
import { parseJson } from '../../core/parse-json.ts';
import type { Generation, StopReason } from '../language-model.ts';
import { OutputBuffer } from '../output-buffer.ts';

/** A line of a streamed chat answer, as far as it is used here. */
interface ChatLine {
  readonly message?: { readonly content?: string };
  readonly done?: boolean;
  readonly done_reason?: string;
  readonly prompt_eval_count?: number;
  readonly eval_count?: number;
  readonly error?: string;
}

/** The whole of a streamed answer. An error line or an end without `done` is a retryable `model-failed`. */
export async function readOllamaOutput(body: AsyncIterable<Uint8Array>, who: string): Promise<Generation> {
  const answer = new OutputBuffer(who);
  for await (const line of jsonLines(body, who)) {
    if (line.error !== undefined) throw brokeOff(who, messageText(line.error));
    answer.add(line.message?.content ?? '');
    if (line.done) return { text: answer.text, stopReason: stopReasonOf(line, who), usage: usageOf(line) };
  }
  throw brokeOff(who, 'the answer ended before it was complete');
}

async function* jsonLines(body: AsyncIterable<Uint8Array>, who: string): AsyncGenerator<ChatLine> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of body) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield chatLine(line, who);
  }
  if (rest.trim() !== '') yield chatLine(rest, who);
}

function chatLine(line: string, who: string): ChatLine {
  const value = parseJson(line);
  if (typeof value === 'object' && value !== null) return value;
  throw brokeOff(who, `not an answer but '${messageText(line).slice(0, 80)}'`);
}

function stopReasonOf({ done_reason: reason = 'stop' }: ChatLine, who: string): StopReason {
  if (reason === 'stop') return 'complete';
  if (reason === 'length') return 'length';
  // `load` and `unload` come when the server was told to do something else in between.
  throw brokeOff(who, `the server ended it with '${messageText(reason)}'`);
}

function usageOf({ prompt_eval_count: promptTokens, eval_count: outputTokens }: ChatLine): Generation['usage'] {
  return { ...(promptTokens !== undefined && { promptTokens }), ...(outputTokens !== undefined && { outputTokens }) };
}

function brokeOff(who: string, reason: string): AudiobookError {
  return new AudiobookError('model-failed', `${who} broke off: ${reason}.`, { retryable: true });
}
