import { describe, expect, it } from 'vitest';
import { guardScript } from '../../../src/narration/guard/guard-script.ts';
import type { ScriptExpectation } from '../../../src/narration/script-expectation.ts';

const faithful: ScriptExpectation = { faithful: true, related: true, length: { min: 0.8, typical: 1.1, max: 1.6 } };
const adapted: ScriptExpectation = { faithful: false, related: true, length: { min: 0.1, typical: 0.8, max: 2.5 } };

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
    expect(check(source)).toEqual({ ok: true, text: source, repairs: [] });
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

  it('keeps text of the book that looks like an error, a refusal or markup', () => {
    const odd = [
      'Here is the script: nobody was to move before the bell had rung three times in the tower.',
      'I’m sorry, but I cannot help with that request, said the clerk behind the window, and he closed it.',
      '[Enter the ghost] The server answered 502 Bad Gateway, and Tom laughed (softly) at *the* screen.',
      'Let me know when the ferry leaves the island, she wrote, and underlined it twice.',
      '# 4 was the number on the door. * * * was the pattern on the wall.',
      'Host: the wafer that is broken at the altar.',
    ].join('\n\n');
    expect(guardScript(complete(odd), { ...context, source: odd })).toEqual({ ok: true, text: odd, repairs: [] });
  });

  it('without spaces is compared by its characters', () => {
    const japanese =
      '山路を登りながら、こう考えた。智に働けば角が立つ。情に棹させば流される。意地を通せば窮屈だ。とかくに人の世は住みにくい。';
    const guard = (text: string) =>
      guardScript(complete(text), { source: japanese, language: 'ja', expectation: faithful });
    expect(guard(japanese)).toMatchObject({ ok: true, text: japanese });
    expect(guard(`以下がナレーションです：\n\n${japanese}`)).toMatchObject({ ok: true, text: japanese });
    expect(guard('申し訳ありませんが、この本文を朗読用に書き換えることはできません。')).toMatchObject({
      problem: 'refusal',
    });
    expect(guard('山路を登りながら、こう考えた。')).toMatchObject({ ok: false });
  });
});

describe('text that is removed', () => {
  it.each<[string, string, string]>([
    ['thoughts', 'thoughts', `<think>The user wants a script. I will write it.</think>\n\n${source}`],
    ['thoughts without an opening tag', 'thoughts', `The user wants a script.\n</think>\n${source}`],
    ['a code fence', 'markup', `\`\`\`markdown\n${source}\n\`\`\``],
    ['a heading', 'markup', `# Chapter One: The Harbour\n\n${source}`],
    ['bold and italics', 'markup', source.replace('seventeen', '**seventeen**').replace('his own', '_his own_')],
    ['a bold heading', 'markup', `**Narration Script**\n\n${source}`],
    ['bullets', 'markup', paragraphs.map((line) => `- ${line}`).join('\n')],
    ['a quotation mark of Markdown', 'markup', paragraphs.map((line) => `> ${line}`).join('\n>\n')],
    ['rules', 'markup', paragraphs.join('\n\n---\n\n')],
    ['speech markup', 'markup', `<speak>${paragraphs.join('\n<break time="1s"/>\n')}</speak>`],
    ['emoji', 'markup', source.replace('boats.', 'boats. ⛵️')],
    [
      'stage directions in brackets',
      'directions',
      `[Soft music fades in]\n\n${source.replace('boats.', 'boats. [pause]')}`,
    ],
    ['stage directions in round brackets', 'directions', source.replace('boats.', 'boats. (pauses dramatically)')],
    ['stage directions in stars', 'directions', source.replace('boats.', 'boats. *sighs*')],
    ['cues', 'directions', `MUSIC: a slow waltz\n${source}\nSFX: gulls over the water`],
    ['a speaker label', 'directions', `Narrator: ${source}`],
    ['a label in bold', 'directions', `**Narrator:** ${source}`],
    ['a preamble', 'framing', `Here is the narration script for the chapter:\n\n${source}`],
    ['a chatty preamble', 'framing', `Sure! I've adapted the passage so that it can be read aloud.\n\n${source}`],
    ['two preambles', 'framing', `Certainly!\n\nBelow is the script:\n\n${source}`],
    ['a preamble in the same line', 'framing', `Here's the narration: ${source}`],
    ['a preamble in French', 'framing', `Voici le texte adapté :\n\n${source}`],
    [
      'an offer at the end',
      'framing',
      `${source}\n\nLet me know if you would like me to continue with the next chapter!`,
    ],
    ['a remark at the end', 'directions', `${source}\n\n(End of script)`],
    [
      'a remark that no list foresees',
      'framing',
      `Working through several revisions produced this smooth result.\n\n${source}`,
    ],
    ['quotes around everything', 'quotes', `"${source}"`],
  ])('%s', (_name, repair, answer) => {
    const guarded = check(answer);
    expect(guarded).toMatchObject({ ok: true, text: source });
    expect(guarded).toHaveProperty('repairs', expect.arrayContaining([repair]));
  });

  it('in a free script, too', () => {
    const episode =
      'Seventeen boats lie in the harbour, and one of them belongs to nobody. Captain Merrin counts them twice.';
    const answer = `Sure, here is the podcast script:\n\n**[Intro music]**\n\nHost: ${episode}\n\nWould you like a longer version?`;
    expect(check(answer, adapted)).toMatchObject({ ok: true, text: episode });
  });
});
describe('a free script', () => {
  it.each([
    'This is a chapter about waiting. Captain Merrin counts seventeen boats in the harbour and knows that one was not there.',
    'Here is the heart of the chapter: a captain counts the boats, and one was not his own.',
    'Seventeen boats lie there, and one came in the night. If you want to know the captain, look at the boats he counted.',
    'The boat came in the night.\n\nNote that nobody saw her crew, and nobody heard an anchor.',
    'Let us begin at the harbour. Should I be the keeper, I would look away, too; she pulled her shawl about her shoulders.',
  ])('keeps text that only resembles a remark: %s', (script) => {
    expect(check(script, adapted)).toEqual({ ok: true, text: script, repairs: [] });
  });
});

describe('a rejected completion', () => {
  it.each<[string, string, string]>([
    ['nothing', 'empty', ''],
    ['white space and signs', 'empty', ' \n…\n '],
    ['thoughts alone', 'empty', '<think>What shall I write?</think>'],
    ['thoughts that never ended', 'empty', '<think>First the captain walks down to the harbour and then'],
    ['a refusal', 'refusal', 'I’m sorry, but I can’t reproduce copyrighted content. I can offer a summary instead.'],
    ['a refusal as an assistant', 'refusal', 'As an AI language model, I do not narrate texts about boats.'],
    ['a refusal after half of the text', 'refusal', `${paragraphs[0]}\n\nI cannot continue with this content.`],
    ['a refusal in German', 'refusal', 'Es tut mir leid, aber dabei kann ich nicht helfen.'],
    ['a refusal in Spanish', 'refusal', 'Lo siento, no puedo ayudarte con eso.'],
    ['JSON', 'json', JSON.stringify({ script: source })],
    ['fenced JSON', 'json', `\`\`\`json\n${JSON.stringify([{ text: source }])}\n\`\`\``],
    ['JSON that was cut', 'json', `{"script": "${paragraphs[0]}`],
    ['a page of a proxy', 'error-text', '<!DOCTYPE html><html><body><h1>Sign in</h1></body></html>'],
    ['an error of a proxy', 'error-text', '502 Bad Gateway'],
    ['an error of a server', 'error-text', 'Error: upstream connect error or disconnect/reset before headers'],
    ['a limit', 'error-text', 'Rate limit exceeded. Please try again in 20s.'],
    ['a missing model', 'error-text', "model 'llama3' not found, try pulling it first"],
    ['a summary', 'too-short', 'Captain Merrin finds a strange boat in the harbour one June morning.'],
    ['a text that stops early', 'too-short', paragraphs.slice(0, 1).join('')],
    [
      'a sentence left out',
      'lost-text',
      source.replace('She pulled her shawl about her shoulders and looked away.', ''),
    ],
    [
      'a text told otherwise',
      'lost-text',
      source.replace(
        /Her sails.*$/u,
        'Nobody could remember whose brother painted those wooden numbers there, neither the priest nor any baker of that street.',
      ),
    ],
    ['another name', 'lost-names', source.replace('Merrin', 'Merton').replace('Aldous', 'Albert')],
    [
      'a paragraph of its own in the middle',
      'invented-text',
      [paragraphs[0], 'Meanwhile something terrible happened inside another kingdom.', ...paragraphs.slice(1)].join(
        '\n\n',
      ),
    ],
    ['a loop of a sentence', 'repetition', `${source}\n\n${'The lantern burned and burned. '.repeat(9)}`],
    ['a loop of words', 'repetition', `${source} ${'the gull '.repeat(60)}`],
  ])('%s', (_name, problem, answer) => {
    expect(check(answer)).toMatchObject({ ok: false, problem });
  });

  it('a text that is far too long', () => {
    const more = Array.from({ length: 80 }, (_, index) => `Harbour story ${index} of the boats and the lantern.`).join(
      ' ',
    );
    expect(check(`${source}\n\n${more}`, adapted)).toMatchObject({ ok: false, problem: 'too-long' });
  });

  it('a lost number', () => {
    const given =
      'The long ledger of the house held 4711 entries, and the last of them was made in the year 1911 by her father.';
    const said = 'The long ledger of the house held entries, and the last of them was made in the year by her father.';
    expect(guardScript(complete(said), { ...context, source: given })).toMatchObject({ problem: 'lost-numbers' });
  });

  it.each(['length', 'refusal', 'filtered', 'prompt-too-long'] as const)('any that ended with %s', (stopReason) => {
    expect(guardScript({ text: source, stopReason }, context)).toEqual({ ok: false, problem: stopReason });
  });

  it('takes little time even when hostile', () => {
    const started = performance.now();
    for (const part of [
      '<think>',
      '(',
      '[',
      '*',
      '**a',
      '<a',
      '`',
      '“',
      '\n',
      'a: ',
      '| a ',
      '_a ',
      '{"',
      '<|',
      '# ',
      '「',
    ]) {
      check(part.repeat(20_000));
    }
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
