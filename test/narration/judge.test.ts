import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { createModel } from '../../src/llm/create-model.ts';
import { Judge } from '../../src/narration/judge/judge.ts';
import type { JudgeTrial } from '../../src/narration/judge/judge.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaChat } from '../helpers/servers/ollama-server.ts';

const { signal } = new AbortController();

const harbour = {
  source: 'The old man looked at the water for a long while. He had fifteen boats once, and now he had none.',
  made: 'Le vieil homme regarda longtemps la mer. Il avait eu quinze bateaux, et maintenant il n’en avait plus aucun.',
};
const home = {
  source: 'She walked home through the rain and closed the door behind her. The dog was asleep by the fire.',
  made: 'Elle rentra sous la pluie et ferma la porte derrière elle. Le chien dormait près du feu.',
};
const wrong = { source: 'It was the third of May.', made: 'C’était le cinq mai.' };
const right = new Map([harbour, home].map(({ source, made }) => [source, made]));

/** What a judge says of each pair of a request. */
type Says = (source: string, translation: string) => boolean;

function answered({ messages }: OllamaChat, says: Says): string {
  const all = [...(messages.at(-1)?.content ?? '').matchAll(/<(text|script)>\n(.*?)\n<\/\1>/gsu)].map(
    (one) => one[2] ?? '',
  );
  const pairs = all.flatMap((source, index) =>
    index % 2 === 0 ? [{ source, translation: all[index + 1] ?? '' }] : [],
  );
  return JSON.stringify({
    pairs: pairs.map(({ source, translation }) => ({ same_meaning: says(source, translation), wrong: '' })),
  });
}

/** Lets a model judge a wrong translation, with two good ones of the same book. */
async function judged(reply: (chat: OllamaChat) => string, sound = [harbour, home]) {
  await using server = await startOllamaServer({ reply });
  const model = createModel('tiny', settingsFrom([{}]), { baseUrl: server.url });
  const trials: JudgeTrial[] = [];
  const onTrial = (trial: JudgeTrial): void => void trials.push(trial);
  const judge = new Judge({ model, chapters: [harbour.source], language: 'en', signal, onTrial });
  const said = await judge.translations([wrong], sound);
  const again = await judge.translations([wrong], sound);
  return { said, again, trials, chats: server.chats.length };
}

/** Judges well. */
function good(chat: OllamaChat): string {
  return answered(chat, (source, text) => right.get(source) === text);
}

describe('a judge of translations', () => {
  it('is tried once, on translations of the book and on what was made of them, and then asked', async () => {
    const { said, again, trials, chats } = await judged(good);
    expect(trials).toEqual([{ model: 'ollama/tiny', of: 'translations', isTrusted: true }]);
    expect(said).toEqual([{ same_meaning: false, wrong: '' }]);
    expect(again).toEqual(said);
    expect(chats).toBe(3);
  });

  it.each<[string, (chat: OllamaChat) => string]>([
    ['all are right', (chat) => answered(chat, () => true)],
    ['all are wrong', (chat) => answered(chat, () => false)],
    [
      'a passage of another place is right',
      (chat) => answered(chat, (_source, text) => text.startsWith('Elle') || text.startsWith('Le ')),
    ],
    [
      'what was left in the language of the book is right',
      (chat) => answered(chat, (source, text) => text === source || right.get(source) === text),
    ],
    [
      'half of a text is right',
      (chat) => answered(chat, (source, text) => right.get(source)?.startsWith(text) === true),
    ],
    ['nothing of use', () => 'The translations are lovely.'],
    ['too little', () => JSON.stringify({ pairs: [{ same_meaning: true, wrong: '' }] })],
  ])('is none when it says that %s', async (_name, reply) => {
    const { said, again, trials, chats } = await judged(reply);
    expect(trials).toEqual([{ model: 'ollama/tiny', of: 'translations', isTrusted: false }]);
    expect([said, again]).toEqual([undefined, undefined]);
    expect(chats).toBe(1);
  });

  it('is not asked before there are two paragraphs to try it on', async () => {
    expect(await judged(good, [])).toEqual({ said: undefined, again: undefined, trials: [], chats: 0 });
    expect((await judged(good, [harbour])).chats).toBe(0);
  });
});
