import type { GenerateRequest, LanguageModel } from '../../src/llm/language-model.ts';

/** A model in memory and what it was asked. */
export interface ToldModel extends LanguageModel {
  readonly requests: readonly GenerateRequest[];
}

/** Returns a model that takes schemas and answers what a function says. */
export function toldModel(reply: (request: GenerateRequest, call: number) => string): ToldModel {
  const requests: GenerateRequest[] = [];
  return {
    id: 'told/model',
    structured: true,
    requests,
    limits: async () => ({ contextTokens: 100_000 }),
    availability: async () => ({ available: true }),
    async generate(request) {
      requests.push(request);
      return { text: reply(request, requests.length), stopReason: 'complete', usage: {} };
    },
  };
}

/** Returns what stands between each pair of tags in a request. */
export function taggedIn({ userPrompt = '' }: GenerateRequest, tag: 'text' | 'script'): readonly string[] {
  return [...userPrompt.matchAll(new RegExp(`^<${tag}>\\n(.*?)\\n</${tag}>$`, 'gmsu'))].map(([, text = '']) => text);
}

/** Reports whether a request asks for a judgement. */
export function isForJudge({ systemPrompt = '' }: GenerateRequest): boolean {
  return systemPrompt.startsWith('You check scripts');
}

/**
 * Returns what an honest judge answers: a script is about its text when it has some of its longer words, and no narration is what `isRemark` says
 * of a sentence.
 */
export function honestJudgement(request: GenerateRequest, remarks: readonly string[] = []): string {
  const [texts, scripts] = [taggedIn(request, 'text'), taggedIn(request, 'script')];
  const all = ['Tell me whether I should write the next part as well.', ...remarks];
  return JSON.stringify({
    scripts: scripts.map((script, index) => {
      const words = new Set(texts[index]?.toLowerCase().match(/\p{L}{5,}/gu));
      const own = script.toLowerCase().match(/\p{L}{5,}/gu) ?? [];
      return {
        about_this_text: own.filter((word) => words.has(word)).length * 4 > own.length,
        not_narration: all.filter((remark) => script.includes(remark)),
        contradicted: [],
        missing: [],
      };
    }),
  });
}
