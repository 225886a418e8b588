import { describe, expect, it } from 'vitest';
import { guardScript } from '../../../src/narration/guard/guard-script.ts';
import type { ScriptExpectation } from '../../../src/narration/script-expectation.ts';

const faithful: ScriptExpectation = { faithful: true, related: true, length: { min: 0.8, typical: 1.1, max: 1.6 } };

const paragraphs = [
  'On the morning of the fourth of June, Captain Aldous Merrin walked down to the harbour and counted the boats. There were seventeen of them, and one was not his own.',
  '“That one came in the night,” said the keeper, Mrs. Pell. “Nobody saw her crew, and nobody heard an anchor.” She pulled her shawl about her shoulders and looked away.',
  'The strange boat lay very low in the water. Her sails were folded like the wings of a sleeping gull, and a lantern was still burning at her stern, although the sun had been up for hours.',
];
const source = paragraphs.join('\n\n');
const context = { source, language: 'en', expectation: faithful };
const complete = (text: string) => ({ text, stopReason: 'complete' as const });
const check = (text: string, expectation = faithful) => guardScript(complete(text), { ...context, expectation });

describe('a good script', () => {
  it('may be the source itself', () => {
    expect(check(source)).toEqual({ ok: true, text: source, edits: [], repairs: [] });
  });

  it('may have paragraphs without empty lines and wrapped lines', () => {
    expect(check(paragraphs.join('\n'))).toMatchObject({ ok: true, text: source });
    expect(check(source.replaceAll('walked down', 'walked\ndown'))).toMatchObject({ ok: true, text: source });
  });

  it('may spell out abbreviations and numbers', () => {
    const given = 'Mr. Jones paid £250 on 3 May 1911, and Dr. Hale wrote the sum into the long ledger of the house.';
    const said =
      'Mister Jones paid two hundred and fifty pounds on the third of May nineteen eleven, and Doctor Hale wrote the sum into the long ledger of the house.';
    expect(guardScript(complete(said), { ...context, source: given })).toMatchObject({ ok: true, text: said });
  });

  it('keeps the full stop of an abbreviation before a number that it spells out', () => {
    const given = 'It was late when No. 5 was alive again, and nobody in the house knew why.';
    const said = given.replace('No. 5', 'No five');
    expect(guardScript(complete(said), { ...context, source: given })).toMatchObject({
      ok: true,
      text: given.replace('5', 'five'),
    });
  });

  it('keeps text of the book that looks like an error, a refusal or markup', () => {
    const odd = [
      'Here is the script: nobody was to move before the bell had rung three times in the tower.',
      'I’m sorry, but I cannot help with that request, said the clerk behind the window, and he closed it.',
      '[Enter the ghost] The server answered 502 Bad Gateway, and Tom laughed (softly) at *the* screen.',
      'Let me know when the ferry leaves the island, she wrote, and underlined it twice.',
      '# 4 was the number on the door. * * * was the pattern on the wall.',
      'Host: the wafer that is broken at the altar.',
    ].join('\n\n');
    expect(guardScript(complete(odd), { ...context, source: odd })).toMatchObject({ ok: true, text: odd, repairs: [] });
  });

  it('without spaces is compared by its characters', () => {
    const japanese =
      '山路を登りながら、こう考えた。智に働けば角が立つ。情に棹させば流される。意地を通せば窮屈だ。とかくに人の世は住みにくい。';
    const guard = (text: string) =>
      guardScript(complete(text), { source: japanese, language: 'ja', expectation: faithful });
    expect(guard(japanese)).toMatchObject({ ok: true, text: japanese });
    expect(guard(`以下がナレーションです：\n\n${japanese}`)).toMatchObject({ ok: true, text: japanese });
    expect(guard('申し訳ありませんが、この本文を朗読用に書き換えることはできません。')).toMatchObject({ ok: false });
    expect(guard('山路を登りながら、こう考えた。')).toMatchObject({ ok: false });
  });
});

describe('an answer to the faithful task', () => {
  const [first = '', second = '', third = ''] = paragraphs;
  it.each<[string, string]>([
    ['thoughts', `<think>The user wants a script. I will write it.</think>\n\n${source}`],
    ['thoughts without an opening tag', `The user wants a script.\n</think>\n${source}`],
    ['a code fence', `\`\`\`markdown\n${source}\n\`\`\``],
    ['a heading', `# Chapter One: The Harbour\n\n${source}`],
    ['bold and italics', source.replace('seventeen', '**seventeen**').replace('his own', '_his own_')],
    ['bullets', paragraphs.map((line) => `- ${line}`).join('\n')],
    ['rules', paragraphs.join('\n\n---\n\n')],
    ['speech markup', `<speak>${paragraphs.join('\n<break time="1s"/>\n')}</speak>`],
    ['emoji', source.replace('boats.', 'boats. ⛵️')],
    [
      'stage directions',
      `[Soft music fades in]\n\n${source.replace('boats.', 'boats. (pauses dramatically) *sighs*')}`,
    ],
    ['cues', `MUSIC: a slow waltz\n${source}\nSFX: gulls over the water`],
    ['a speaker label', `**Narrator:** ${source}`],
    ['a preamble and a closing', `Certainly! Here is the script:\n\n${source}\n\nLet me know if you need more!`],
    ['a preamble that no list foresees', `Working through several revisions produced this smooth result.\n\n${source}`],
    ['quotes around everything', `"${source}"`],
    ['JSON', JSON.stringify({ title: 'The Harbour', script: source })],
    ['fenced JSON after a lead line', `Here you go:\n\`\`\`json\n${JSON.stringify({ script: paragraphs })}\n\`\`\``],
    ['tags, and text around them', `I will write it now.\n<script>\n${source}\n</script>\nThat was the script.`],
    ['a sentence left out', source.replace('She pulled her shawl about her shoulders and looked away.', '')],
    ['another name', source.replace('Merrin', 'Merton').replace('Aldous', 'Albert')],
    ['another number', source.replace('seventeen', 'eighteen')],
    ['a negation', source.replace('one was not his own', 'one was his own').replace('had been', 'had not been')],
    ['another order', [second, first, third].join('\n\n')],
    ['half of the text', [first, second].join('\n\n')],
    ['an invented paragraph', [first, 'Meanwhile something terrible happened.', second, third].join('\n\n')],
    ['a loop', `${source}\n\n${'The lantern burned and burned. '.repeat(9)}`],
    ['a loop of words', `${source} ${'the gull '.repeat(60)}`],
  ])('with %s becomes the text of the book', (_name, answer) => {
    expect(check(answer)).toMatchObject({ ok: true, text: source });
  });

  it('says what was added and what was restored', () => {
    expect(check(`Here it is:\n\n${source}`)).toMatchObject({ repairs: ['additions'] });
    expect(check(source.replace('seventeen', 'eighteen'))).toMatchObject({
      repairs: ['additions', 'restored'],
      about: expect.stringMatching(/^seventeen of them/u),
    });
  });
});

describe('a rejected completion', () => {
  it.each<[string, string, string]>([
    ['nothing', 'empty', ''],
    ['white space and signs', 'empty', ' \n…\n '],
    ['thoughts alone', 'empty', '<think>What shall I write?</think>'],
    ['thoughts that never ended', 'empty', '<think>First the captain walks down to the harbour and then'],
    ['an empty envelope', 'empty', `Sure!\n<script>\n</script>\n${source}`],
    ['a refusal', 'unrelated', 'I’m sorry, but I can’t reproduce copyrighted content. I can offer a summary instead.'],
    ['a refusal in German', 'unrelated', 'Es tut mir leid, aber dabei kann ich nicht helfen.'],
    ['a question back', 'unrelated', 'Would you like me to keep the dialogue as it is?'],
    ['an error of a proxy', 'unrelated', '502 Bad Gateway'],
    ['a summary', 'unrelated', 'Captain Merrin finds a strange boat in the harbour one June morning.'],
    ['a text that stops early', 'lost-text', paragraphs.slice(0, 1).join('')],
  ])('%s', (_name, problem, answer) => {
    expect(check(answer)).toMatchObject({ ok: false, problem });
  });

  it.each(['length', 'refusal', 'filtered', 'prompt-too-long'] as const)('any that ended with %s', (stopReason) => {
    expect(guardScript({ text: source, stopReason }, context)).toEqual({ ok: false, problem: stopReason });
  });

  const parts = ['<think>', '(', '[', '*', '**a', '<a', '`', '“', '\n', 'a: ', '| a ', '_a ', '{"', '<|', '# ', '「'];
  it.each(parts)('%j 5,000 times', (part) => {
    expect(check(part.repeat(5000)).ok).toBe(false);
  });
});
