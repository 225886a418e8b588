import type { OpenAI } from 'openai';
import { AudiobookError } from '../../core/errors.ts';
import type { Generation, StopReason } from '../language-model.ts';
import { OutputBuffer } from '../output-buffer.ts';

type Chunk = OpenAI.ChatCompletionChunk;

/** The whole of a streamed answer. An end without a reason, as a proxy's page or a broken connection gives, is a retryable `model-failed`. */
export async function readChatOutput(chunks: AsyncIterable<Chunk>, who: string): Promise<Generation> {
  const answer = new OutputBuffer(who);
  let end: End = { refused: false, usage: {} };
  for await (const chunk of chunks) {
    answer.add(chunk.choices?.[0]?.delta?.content ?? '');
    end = endAfter(end, chunk);
  }
  if (end.reason === undefined) throw brokeOff(who, 'the answer ended before it was complete');
  const stopReason = end.refused ? 'refusal' : stopReasonOf(end.reason, who);
  return { text: answer.text, stopReason, usage: end.usage };
}

/** What the parts of an answer have told about its end. */
interface End {
  readonly refused: boolean;
  readonly reason?: string;
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

/** Compatible services have their own words; what nobody knows is not taken for a complete answer. */
function stopReasonOf(reason: string, who: string): StopReason {
  if (/^(?:stop|end_turn|eos|stop_sequence)$/iu.test(reason)) return 'complete';
  if (/length|max_?tokens/iu.test(reason)) return 'length';
  if (/refus/iu.test(reason)) return 'refusal';
  if (/resource|error|abort/iu.test(reason)) throw brokeOff(who, `the service ended it with '${reason}'`);
  return 'filtered';
}

function usageOf({
  prompt_tokens: promptTokens,
  completion_tokens: outputTokens,
}: OpenAI.CompletionUsage): Generation['usage'] {
  return { promptTokens, outputTokens };
}

function brokeOff(who: string, reason: string): AudiobookError {
  return new AudiobookError('model-failed', `${who} broke off: ${reason}.`, { retryable: true });
}
