import { messageText } from '../../core/http/failed-response.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { CompletionBuffer } from '../completion-buffer.ts';
import type { Generation, StopReason } from '../language-model.ts';
import { brokenStream, errorInAnswer } from '../model-error.ts';
import { readLines } from '../read-lines.ts';

/** The used fields of a line of a streamed chat completion. */
interface ChatLine {
  readonly message?: { readonly content?: string };
  readonly done?: boolean;
  readonly done_reason?: string;
  readonly prompt_eval_count?: number;
  readonly eval_count?: number;
  readonly error?: string;
}

/**
 * Reads a streamed completion to its end. Throws `model-failed`: a retryable one for an error line behind text, or an end without
 * `done`.
 */
export async function readOllamaCompletion(
  body: AsyncIterable<Uint8Array> | null,
  modelName: string,
  onPart?: () => void,
): Promise<Generation> {
  const completion = new CompletionBuffer(modelName);
  for await (const text of readLines(body, modelName, onPart)) {
    const line = chatLine(text, modelName);
    if (line.error !== undefined) throw errorInAnswer(line, modelName, completion.parts > 0);
    const goesOn = completion.add(line.message?.content ?? '');
    if (line.done) return { text: completion.text, stopReason: stopReasonOf(line, modelName), usage: usageOf(line) };
    if (!goesOn)
      return { text: completion.text, stopReason: 'repetition', usage: { completionTokens: completion.parts } };
  }
  throw brokenStream(modelName, 'the completion ended early');
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
