import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { parseJson } from '../core/http/parse-json.ts';
import { writeFileAtomic } from '../core/files/atomic-file.ts';
import { resolveParameters } from '../llm/resolve-parameters.ts';
import type { GenerateRequest, Generation, LanguageModel } from '../llm/language-model.ts';

/**
 * Returns a model that keeps the completions that are recorded as usable, each in a file by the hash of its request, and never
 * requests those twice, so that an interrupted run pays for nothing twice. What is recorded as unusable is forgotten: the next run
 * asks again.
 */
export function cacheCompletions(model: LanguageModel, fileOf: (hash: string) => string): LanguageModel {
  return {
    id: model.id,
    structured: model.structured,
    concurrency: model.concurrency,
    limits: (signal) => model.limits(signal),
    availability: (signal) => model.availability(signal),
    async generate(request) {
      const file = fileOf(requestHash(model, request));
      const known = parseJson(await readFile(file, 'utf8').catch(() => ''));
      const completion: Generation = isGeneration(known) ? known : await model.generate(request);
      const record = async (isUsable: boolean): Promise<void> => {
        // Of answers that are kept in two places, as beside scripts and on this machine.
        if (completion !== known) await completion.record?.(isUsable);
        if (!isUsable) await rm(file, { force: true });
        else if (completion !== known) await writeFileAtomic(file, toJson(completion), { makeFolder: true });
      };
      return { ...completion, record };
    },
  };
}

function toJson({ text, stopReason, usage }: Generation): string {
  return `${JSON.stringify({ text, stopReason, usage })}\n`;
}

function requestHash({ id }: LanguageModel, request: GenerateRequest): string {
  const { systemPrompt, userPrompt, prompt, schema } = request;
  const fields = [id, systemPrompt, userPrompt ?? prompt, resolveParameters(request), schema];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 40);
}

function isGeneration(value: unknown): value is Generation {
  return (
    typeof value === 'object' &&
    value !== null &&
    'stopReason' in value &&
    'text' in value &&
    typeof value.text === 'string'
  );
}
