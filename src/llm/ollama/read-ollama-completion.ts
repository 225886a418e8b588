import { messageText } from '../../core/http/failed-response.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { CompletionBuffer } from '../completion-buffer.ts';
import type { Generation, StopReason } from '../language-model.ts';
import { brokenStream } from '../model-error.ts';

/** The used fields of a line of a streamed chat completion. */
interface ChatLine {
  readonly message?: { readonly content?: string };
  readonly done?: boolean;
  readonly done_reason?: string;
  readonly prompt_eval_count?: number;
  readonly eval_count?: number;
  readonly error?: string;
}

/** Reads a streamed completion to its end. Throws a retryable `model-failed` for an error line or an end without `done`. */
export async function readOllamaCompletion(
  body: AsyncIterable<Uint8Array>,
  modelName: string,
  onPart?: () => void,
): Promise<Generation> {
  const completion = new CompletionBuffer(modelName, onPart);
  for await (const line of jsonLines(body, modelName)) {
    if (line.error !== undefined) throw brokenStream(modelName, messageText(line.error));
    completion.add(line.message?.content ?? '');
    if (line.done) return { text: completion.text, stopReason: stopReasonOf(line, modelName), usage: usageOf(line) };
  }
  throw brokenStream(modelName, 'the completion ended early');
}

async function* jsonLines(body: AsyncIterable<Uint8Array>, modelName: string): AsyncGenerator<ChatLine> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of body) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield chatLine(line, modelName);
  }
  if (rest.trim() !== '') yield chatLine(rest, modelName);
}

function chatLine(line: string, modelName: string): ChatLine {
  const value = parseJson(line);
  if (typeof value === 'object' && value !== null) return value;
  throw brokenStream(modelName, `it sent '${messageText(line).slice(0, 80)}' instead of JSON`);
}

function stopReasonOf({ done_reason: reason = 'stop' }: ChatLine, modelName: string): StopReason {
  if (reason === 'stop') return 'complete';
  if (reason === 'length') return 'length';
  // `load` and `unload` follow requests of other clients.
  throw brokenStream(modelName, `the server ended it with '${messageText(reason)}'`);
}

function usageOf({ prompt_eval_count: promptTokens, eval_count: completionTokens }: ChatLine): Generation['usage'] {
  return { promptTokens, completionTokens };
}
