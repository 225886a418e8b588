import type { Budget } from './plan/budget.ts';
import { checkRequest } from './check-request.ts';
import type { ConversionRequest, ConversionTools } from './conversion.ts';
import { claimOutput, streamClaim } from './output/claim-output.ts';
import type { OutputClaim } from './output/claim-output.ts';
import { parseVoices } from './options/parse-voices.ts';
import { findFinishedResult } from './report/finished-result.ts';
import type { FinishedResult } from './report/finished-result.ts';
import { readForRun } from './read/read-for-run.ts';
import type { RunBook } from './read/read-for-run.ts';
import { startRunLog } from './run-log.ts';
import type { RunLog } from './run-log.ts';
import { checkKnownBitrate } from './open/preflight.ts';
import { runTools } from './run-tools.ts';

/** A run that has begun. */
export interface StartedRun {
  readonly log: RunLog;
  /** The given tools, with the voices, speed, lexicons and budget of the request. */
  readonly tools: ConversionTools & { readonly budget: Budget | undefined };
  /** The output, which no other run writes meanwhile. */
  readonly claim: OutputClaim;
  /** The result that is there already. */
  readonly earlier: FinishedResult;
  /** The book. */
  readonly run: RunBook;
}

/** Begins a run, does its work, and releases what it held. Throws for a request that is wrong, and what the work throws. */
export async function withRun<Value>(
  request: ConversionRequest,
  given: ConversionTools,
  work: (started: StartedRun) => Promise<Value>,
): Promise<Value> {
  await checkRequest(request);
  checkKnownBitrate(request, given);
  const { signal } = given;
  const log = startRunLog(given.onProgress);
  await using opened = await runTools(given, request, log.warn);
  const { tools } = opened;
  const { terms } = tools.chosen.description;
  if (terms !== undefined) log.warn(terms);
  await using claim = request.stream ? await streamClaim(request) : await claimOutput(request, signal, log);
  using earlier = await findFinishedResult(request, signal);
  if (!earlier.exists) warmUpVoice(request, tools);
  const run = await readForRun(request, log, tools);
  return await work({ log, tools, claim, earlier, run });
}

/** A voice that the request names is loaded while the book is read. */
function warmUpVoice({ voice = '', language }: ConversionRequest, { chosen }: ConversionTools): void {
  const { main } = parseVoices(voice);
  if (main !== undefined) chosen.provider.warmUp?.(main, language);
}
