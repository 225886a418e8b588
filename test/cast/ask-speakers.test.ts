import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/core/book.ts';
import { askSpeakers } from '../../src/cast/ask-speakers.ts';
import { castText } from '../../src/cast/cast-text.ts';
import type { LanguageModel } from '../../src/llm/language-model.ts';

const { signal } = new AbortController();
const lines = [
  'Anna looked up from the boats. “There are seventeen,” said Anna.',
  '“And one is not ours,” said Mr. Vane.',
  '“It came in the night,” said Mrs. Pell.',
  '“Nobody heard an anchor.”',
  '“Nobody listens at night,” said Mr. Vane.',
  '“I did,” said Anna.',
  '“Then you heard nothing,” said Mrs. Pell.',
  '“I heard the lantern,” said Anna, and Mr. Vane laughed.',
];
const blocks = lines.map((text): Block => ({ kind: 'paragraph', text, document: 'd' }));
const text = castText(blocks, 'en');
const characters = ['Anna', 'Mr. Vane', 'Mrs. Pell'].map((name) => ({ name, aliases: [] }));
const speakers = ['Anna', 'Mr. Vane', 'Mrs. Pell', 'Mrs. Pell', 'Mr. Vane', 'Anna', 'Mrs. Pell', 'Anna'];

/** Returns who is found to speak, and what a model was asked that answers so. */
async function found(...answers: readonly ((speakers: readonly string[]) => string)[]) {
  const prompts: string[] = [];
  const model: LanguageModel = {
    id: 'scripted',
    limits: async () => ({ contextTokens: 8000 }),
    availability: async () => ({ available: true }),
    async generate({ userPrompt = '' }) {
      prompts.push(userPrompt);
      const answer = answers[prompts.length - 1] ?? answers.at(-1);
      return { text: answer?.(speakers) ?? '', stopReason: 'complete', usage: {} };
    },
  };
  return { speakers: await askSpeakers(text, { model, characters, language: 'en', signal }), prompts };
}

function json(names: readonly string[]): string {
  return JSON.stringify({ speakers: names.map((speaker, index) => ({ quotation: index + 1, speaker })) });
}

/** The answers to the quotations behind. */
function shifted(names: readonly string[]): string {
  return json([...names.slice(1), 'Anna']);
}

function wrong(names: readonly string[]): string {
  return json(names.map((name) => (name === 'Anna' ? 'Mr. Vane' : 'Anna')));
}

describe('the answer of a model', () => {
  it.each([
    ['as it is asked for', json],
    ['in a fence with a remark', (names: readonly string[]) => `Here it is:\n\`\`\`json\n${json(names)}\n\`\`\``],
    ['after a draft', (names: readonly string[]) => `<think>${json(names.toReversed())}</think>\n${json(names)}`],
    ['as lines', (names: readonly string[]) => names.map((name, index) => `[${index + 1}] ${name}`).join('\n')],
    ['as a list', (names: readonly string[]) => names.map((name, index) => `${index + 1}. **${name}**`).join('\n')],
    [
      'by number',
      (names: readonly string[]) => JSON.stringify(Object.fromEntries(names.map((name, at) => [at + 1, name]))),
    ],
    [
      'with names of its own form',
      (names: readonly string[]) => json(names.map((name) => `${name.replace('.', '')} (speaker)`)),
    ],
  ])('is read %s', async (_name, answer) => {
    expect(await found(answer)).toMatchObject({ speakers, prompts: [expect.anything()] });
  });

  it('that has the speakers of other quotations is asked for again, with what the narrator says', async () => {
    const { speakers: heard, prompts } = await found(shifted, json);
    expect(heard).toEqual(speakers);
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toContain('Quotation 1 is said by Anna, 2 is said by Mr. Vane, 3 is said by Mrs. Pell.');
  });

  it('that contradicts the narrator twice counts as none', async () => {
    const { speakers: heard, prompts } = await found(wrong);
    expect(heard).toEqual(speakers.map(() => 'narrator'));
    expect(prompts).toHaveLength(2);
  });

  it('that contradicts the narrator once is believed', async () => {
    const other = speakers.with(1, 'Mrs. Pell');
    expect(await found(() => json(other))).toMatchObject({ speakers: other, prompts: [expect.anything()] });
  });
});
