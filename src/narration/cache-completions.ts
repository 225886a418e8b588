import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '../core/http/parse-json.ts';
import { writeFileAtomic } from '../core/files/atomic-file.ts';
import { resolveParameters } from '../llm/resolve-parameters.ts';
import type { GenerateRequest, Generation, LanguageModel } from '../llm/language-model.ts';

/**
 * Returns a model that stores every completion in a folder at once and never requests one twice, so that an interrupted run
 * pays for nothing twice. Bad completions are stored, too: their repairs and fallbacks follow from them again.
 */
export function cacheCompletions(model: LanguageModel, folder: string): LanguageModel {
  return {
    id: model.id,
    structured: model.structured,
    limits: (signal) => model.limits(signal),
    availability: (signal) => model.availability(signal),
    async generate(request) {
      const file = path.join(folder, `${requestHash(model, request)}.json`);
      const known = parseJson(await readFile(file, 'utf8').catch(() => ''));
      if (isGeneration(known)) return known;
      const completion = await model.generate(request);
      await writeFileAtomic(file, `${JSON.stringify(completion)}\n`, { makeFolder: true });
      return completion;
    },
  };
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
