/** The source of a price. */
export interface PriceSource {
  /** Page with the price. */
  readonly source: string;
  /** Day on which the price was compared with its source, as `YYYY-MM-DD`. */
  readonly checkedOn: string;
}

/** Price of a language model in US dollars per million tokens, without discounts. */
export interface ModelPrice extends PriceSource {
  /** Matches ids of models, such as `anthropic/claude-sonnet-5-5`. */
  readonly models: RegExp;
  readonly prompt: number;
  readonly completion: number;
}

const anthropic = { source: 'https://platform.claude.com/docs/about-claude/pricing', checkedOn: '2026-11-22' };
const openai = { source: 'https://developers.openai.com/api/docs/pricing', checkedOn: '2026-11-22' };
const gemini = { source: 'https://ai.google.dev/gemini-api/docs/pricing', checkedOn: '2026-10-14' };
const deepseek = { source: 'https://api-docs.deepseek.com/quick_start/pricing', checkedOn: '2026-11-22' };

/** Prices of language models: of those that change with the hour or a promotion, the higher one. */
export const languageModelPrices: readonly ModelPrice[] = [
  { models: /^anthropic\/claude-opus-5-5/u, prompt: 4, completion: 20, ...anthropic },
  { models: /^anthropic\/claude-sonnet-5-5/u, prompt: 2, completion: 10, ...anthropic },
  { models: /^anthropic\/claude-haiku-5-5/u, prompt: 0.1, completion: 0.5, ...anthropic },
  { models: /^openai\/gpt-5\.6-sol/u, prompt: 5, completion: 30, ...openai },
  { models: /^openai\/gpt-4o$/u, prompt: 2.5, completion: 10, ...openai },
  { models: /^gemini\/gemini-3\.8-flash/u, prompt: 0.75, completion: 3.75, ...gemini },
  { models: /^gemini\/gemini-4-argon/u, prompt: 4, completion: 20, ...gemini },
  { models: /^deepseek\/deepseek-v4-flash/u, prompt: 0.3, completion: 1.2, ...deepseek },
];
