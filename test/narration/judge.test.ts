import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { createModel } from '../../src/llm/create-model.ts';
import { Judge } from '../../src/narration/judge/judge.ts';
import type { JudgeTrial } from '../../src/narration/judge/judge.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaChat } from '../helpers/servers/ollama-server.ts';
import { honestJudgement, isForJudge, taggedIn } from '../helpers/told-model.ts';

const { signal } = new AbortController();

const opening = 'The old man looked at the water for a long while. He had fifteen boats once, and now he had none.';
const wrong = { source: 'It was the third of May.', made: 'C’était le cinq mai.' };

function requestOf({ messages }: OllamaChat) {
  const [systemPrompt = '', userPrompt = ''] = messages.map(({ content }) => content);
  return { systemPrompt, userPrompt, signal };
}

/** Judges well. */
function good(chat: OllamaChat): string {
  const request = requestOf(chat);
  if (isForJudge(request)) return honestJudgement(request);
  return JSON.stringify({ pairs: taggedIn(request, 'text').map(() => ({ same_meaning: false, wrong: 'The day.' })) });
}

/** Says of each script that it is about its text, and that some sentences are no narration. */
function always(isAbout: boolean, remarks: readonly string[]): string {
  const one = { about_this_text: isAbout, not_narration: remarks, contradicted: [], missing: [] };
  return JSON.stringify({ scripts: [one, one, one] });
}

/** Lets a model judge a wrong translation twice. */
async function judged(reply: (chat: OllamaChat) => string, pairs = [wrong]) {
  await using server = await startOllamaServer({ reply });
  const model = createModel('tiny', settingsFrom([{}]), { baseUrl: server.url });
  const trials: JudgeTrial[] = [];
  const onTrial = (trial: JudgeTrial): void => void trials.push(trial);
  const judge = new Judge({ model, chapters: [opening], language: 'en', signal, onTrial });
  const said = await judge.translations(pairs);
  const again = await judge.translations(pairs);
  return { said, again, trials, chats: server.chats.length };
}

describe('a judge of translations', () => {
  it('is tried once, on the opening of the book, and then asked', async () => {
    const { said, again, trials, chats } = await judged(good);
    expect(trials).toEqual([{ model: 'ollama/tiny', isTrusted: true }]);
    expect(said).toEqual([{ same_meaning: false, wrong: 'The day.' }]);
    expect(again).toEqual(said);
    expect(chats).toBe(3);
  });

  it.each<[string, string]>([
    ['everything is about its text', always(true, ['Tell me whether I should write the next part as well.'])],
    ['nothing is about its text', always(false, [])],
    ['nothing is a remark', always(true, [])],
    ['nothing of use', 'The scripts are lovely.'],
    ['too little', JSON.stringify({ scripts: [] })],
  ])('is none when it says that %s', async (_name, reply) => {
    const { said, again, trials, chats } = await judged(() => reply);
    expect(trials).toEqual([{ model: 'ollama/tiny', isTrusted: false }]);
    expect([said, again]).toEqual([undefined, undefined]);
    expect(chats).toBe(1);
  });

  it('is not asked about nothing', async () => {
    expect(await judged(good, [])).toEqual({ said: undefined, again: undefined, trials: [], chats: 0 });
  });
});
