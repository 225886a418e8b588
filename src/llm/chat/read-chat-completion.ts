import { messageText } from '../../core/http/failed-response.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { CompletionBuffer } from '../completion-buffer.ts';
import type { Generation, StopReason } from '../language-model.ts';
import { brokenStream, errorInAnswer } from '../model-error.ts';
import { readLines } from '../read-lines.ts';

/** The used fields of a part of a streamed completion, or of a whole one. */
interface Chunk {
  readonly choices?: readonly Choice[] | null;
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null;
}

interface Choice {
  readonly delta?: Message | null;
  /** Of a whole completion. */
  readonly message?: Message | null;
  readonly finish_reason?: string | null;
}

interface Message {
  /** A text, or parts of which some have one: others are thoughts. */
  readonly content?: string | readonly { readonly text?: unknown }[] | null;
  readonly refusal?: string | null;
}

/**
 * Reads a completion to its end: streamed events, or one JSON object of a service that does not stream. Throws a retryable
 * `model-failed` when the stream ends without a reason, and what an error in it says.
 */
export async function readChatCompletion(
  body: AsyncIterable<Uint8Array> | null,
  modelName: string,
  onPart?: () => void,
): Promise<Generation> {
  const completion = new CompletionBuffer(modelName);
  let end: End = { refused: false, usage: {} };
  for await (const chunk of readChunks(body, modelName, onPart)) {
    end = endAfter(end, chunk);
    if (!completion.add(textOf(chunk.choices?.[0])))
      return { text: completion.text, stopReason: 'repetition', usage: { completionTokens: completion.parts } };
  }
  // A broken connection ends like this.
  if (end.reason === undefined) throw brokenStream(modelName, 'the completion ended early');
  const stopReason = end.refused ? 'refusal' : stopReasonOf(end.reason, modelName);
  return { text: completion.text, stopReason, usage: end.usage };
}

async function* readChunks(
  body: AsyncIterable<Uint8Array> | null,
  modelName: string,
  onPart: (() => void) | undefined,
): AsyncGenerator<Chunk> {
  let isStream = false;
  let other = '';
  for await (const line of readLines(body, modelName, onPart)) {
    const data = /^data:(.*)$/u.exec(line)?.[1]?.trim();
    if (data === undefined) other += otherField.test(line) ? '' : `${line}\n`;
    else {
      isStream = true;
      if (data !== '[DONE]') yield chunkIn(data, modelName, isStream);
    }
  }
  if (!isStream && other !== '') yield chunkIn(other, modelName, isStream);
}

/** Comments and fields of an event that are not its data. */
const otherField = /^(?::|event:|id:|retry:)/u;

function chunkIn(text: string, modelName: string, isStream: boolean): Chunk {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null)
    throw brokenStream(modelName, `it sent '${messageText(text).slice(0, 80)}' instead of a completion`);
  const isError = isStream ? 'error' in value && Boolean(value.error) : !('choices' in value);
  if (isError) throw errorInAnswer(value, modelName, isStream);
  return value;
}

function textOf({ delta, message }: Choice = {}): string {
  const { content = '' } = delta ?? message ?? {};
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}

/** The end of the completion, as far as the chunks report it. */
interface End {
  readonly refused: boolean;
  readonly reason?: string | undefined;
  readonly usage: Generation['usage'];
}

function endAfter(end: End, { choices, usage }: Chunk): End {
  const choice = choices?.[0];
  const { refusal } = choice?.delta ?? choice?.message ?? {};
  return {
    refused: end.refused || Boolean(refusal),
    reason: choice?.finish_reason || end.reason,
    usage: usage ? { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens } : end.usage,
  };
}

/** Compatible services use their own words. An unknown one does not count as a complete completion. */
function stopReasonOf(reason: string, modelName: string): StopReason {
  if (/^(?:stop|end_turn|eos|stop_sequence)$/iu.test(reason)) return 'complete';
  if (/length|max_?tokens/iu.test(reason)) return 'length';
  if (/refus/iu.test(reason)) return 'refusal';
  if (/resource|error|abort/iu.test(reason)) throw brokenStream(modelName, `the service ended it with '${reason}'`);
  return 'filtered';
}
