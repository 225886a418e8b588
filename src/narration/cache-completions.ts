import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '../core/parse-json.ts';
import { writeFileAtomic } from '../core/atomic-file.ts';
import { resolveParameters } from '../llm/resolve-parameters.ts';
import type { GenerateRequest, Generation, LanguageModel } from '../llm/language-model.ts';

/**
 * A model that keeps every answer in a folder the moment it comes and never asks for one that it has, so an interrupted
 * run pays for nothing twice. Bad answers are kept, too: what was done about them follows from them again.
 */
export function cacheCompletions(model: LanguageModel, folder: string): LanguageModel {
  return {
    ...model,
    async generate(request) {
      const file = path.join(folder, `${addressOf(model, request)}.json`);
      const known = parseJson(await readFile(file, 'utf8').catch(() => ''));
      if (isGeneration(known)) return known;
      const answer = await model.generate(request);
      await writeFileAtomic(file, `${JSON.stringify(answer)}\n`, { makeFolder: true });
      return answer;
    },
  };
}

function addressOf({ id }: LanguageModel, request: GenerateRequest): string {
  const { systemPrompt, userPrompt, prompt } = request;
  const asked = [id, systemPrompt, userPrompt ?? prompt, resolveParameters(request)];
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 40);
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
