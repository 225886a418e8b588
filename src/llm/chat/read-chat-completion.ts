import type { OpenAI } from 'openai';
import { CompletionBuffer } from '../completion-buffer.ts';
import type { Generation, StopReason } from '../language-model.ts';
import { brokenStream } from '../model-error.ts';

type Chunk = OpenAI.ChatCompletionChunk;

/** Reads a streamed completion to its end. Throws a retryable `model-failed` when the stream ends without a reason. */
export async function readChatCompletion(
  chunks: AsyncIterable<Chunk>,
  modelName: string,
  onPart?: () => void,
): Promise<Generation> {
  const completion = new CompletionBuffer(modelName, onPart);
  let end: End = { refused: false, usage: {} };
  for await (const chunk of chunks) {
    completion.add(chunk.choices?.[0]?.delta?.content ?? '');
    end = endAfter(end, chunk);
  }
  // A proxy's error page and a broken connection end like this.
  if (end.reason === undefined) throw brokenStream(modelName, 'the completion ended early');
  const stopReason = end.refused ? 'refusal' : stopReasonOf(end.reason, modelName);
  return { text: completion.text, stopReason, usage: end.usage };
}

/** The end of the completion, as far as the chunks report it. */
interface End {
  readonly refused: boolean;
  readonly reason?: string | undefined;
  readonly usage: Generation['usage'];
}

function endAfter(end: End, { choices, usage }: Chunk): End {
  const choice = choices?.[0];
  return {
    ...end,
    refused: end.refused || Boolean(choice?.delta?.refusal),
    ...(choice?.finish_reason && { reason: choice.finish_reason }),
    ...(usage && { usage: usageOf(usage) }),
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

function usageOf({
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
}: OpenAI.CompletionUsage): Generation['usage'] {
  return { promptTokens, completionTokens };
}
