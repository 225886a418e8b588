import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { parseJson } from '../core/http/parse-json.ts';
import { writeFileAtomic } from '../core/files/atomic-file.ts';
import { resolveParameters } from '../llm/resolve-parameters.ts';
import type { GenerateRequest, Generation, LanguageModel } from '../llm/language-model.ts';

/** How long an answer counts that was refused, or not judged before its run was killed: a model of a service may be another one then. */
const refusedMs = 24 * 60 * 60 * 1000;

/**
 * Returns a model that keeps completions as they arrive, each in a file by the hash of its request, so that no run pays twice for
 * what it knows: those that are recorded as usable for good, whatever the seed of the next run; all others for a day, by their
 * seed. A prompt that was too long cost nothing.
 */
export function cacheCompletions(model: LanguageModel, fileOf: (hash: string) => string): LanguageModel {
  return {
    id: model.id,
    structured: model.structured,
    concurrency: model.concurrency,
    limits: (signal) => model.limits(signal),
    availability: (signal) => model.availability(signal),
    async generate(request) {
      const usableFile = fileOf(requestHash(model, { ...request, seed: undefined }));
      const otherFile = fileOf(requestHash(model, request, 'refused'));
      const usable = await readKept(usableFile);
      const kept = usable ?? (await readKept(otherFile));
      const found: Generation = kept ?? (await model.generate(request));
      const { text, stopReason, usage } = found;
      const completion = { text, stopReason, usage };
      if (stopReason === 'prompt-too-long') return completion;
      if (!kept) await keepForNow(otherFile, completion);
      const record = async (isUsable: boolean): Promise<void> => {
        // Of answers that are kept in two places, as beside scripts and on this machine.
        await found.record?.(isUsable);
        if (isUsable === (usable !== undefined)) return;
        if (isUsable) await writeFileAtomic(usableFile, toJson(completion), { makeFolder: true });
        else await keepForNow(otherFile, completion);
        await rm(isUsable ? otherFile : usableFile, { force: true });
      };
      return { ...completion, record, isKept: kept !== undefined || found.isKept };
    },
  };
}

async function keepForNow(file: string, completion: Generation): Promise<void> {
  await writeFileAtomic(file, toJson(completion, Date.now() + refusedMs), { makeFolder: true });
}

/** A completion in a file. */
interface Kept extends Generation {
  /** Time from which it does not count any more, in milliseconds. Absent where it was usable. */
  readonly askAgainAt?: number | undefined;
}

async function readKept(file: string): Promise<Kept | undefined> {
  const value = parseJson(await readFile(file, 'utf8').catch(() => ''));
  return isKept(value) && (value.askAgainAt ?? Infinity) > Date.now() ? value : undefined;
}

function toJson({ text, stopReason, usage }: Generation, askAgainAt?: number): string {
  return `${JSON.stringify({ text, stopReason, usage, askAgainAt })}\n`;
}

function requestHash({ id }: LanguageModel, request: GenerateRequest, ...more: readonly string[]): string {
  const { systemPrompt, userPrompt, prompt, schema } = request;
  const fields = [id, systemPrompt, userPrompt ?? prompt, resolveParameters(request), schema, ...more];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 40);
}

function isKept(value: unknown): value is Kept {
  return (
    typeof value === 'object' &&
    value !== null &&
    'stopReason' in value &&
    'text' in value &&
    typeof value.text === 'string'
  );
}
