import { describe, expect, it } from 'vitest';
import { guardTranslation } from '../../../src/narration/guard/translation/guard-translation.ts';

const sources = [
  'In the morning Anna walked down to the harbour, and she counted the boats that had come in the night. There were seventeen, and nobody knew them.',
  'Later she sat on the wall above the harbour and wondered why nobody had heard an anchor. The boats lay low in the water, and in the night a lantern had burned there.',
];
const translated = [
  'Am Morgen ging Anna zum Hafen hinunter und zählte die Boote, die in der Nacht gekommen waren. Es waren siebzehn, und niemand kannte sie.',
  'Später saß sie auf der Mauer über dem Hafen und fragte sich, warum niemand einen Anker gehört hatte. Die Boote lagen tief im Wasser, und in der Nacht hatte dort eine Laterne gebrannt.',
];
const [first = '', second = ''] = translated;

async function guarded(parts: readonly string[]) {
  const text = parts.map((part, index) => `[${index + 1}] ${part}`).join('\n\n');
  return await guardTranslation({ text, stopReason: 'complete' }, sources, { language: 'en', target: 'de' });
}

describe('a translation is refused', () => {
  it.each([
    ['an ellipsis for the rest', 'omission', [first, 'Später saß sie auf der Mauer über dem Hafen. […]']],
    [
      'a sentence twice',
      'repetition',
      [
        `${first} ${first.replace(/^.*\. /u, '')}`.replace(
          'Es waren',
          'Am Morgen ging Anna zum Hafen hinunter und zählte die Boote, die in der Nacht gekommen waren. Es waren',
        ),
        second,
      ],
    ],
    ['a sentence of the paragraph before', 'repetition', [first, `${first.replace(/(?<=\.) .*$/u, '')} ${second}`]],
  ])('with %s', async (_what, problem, parts) => {
    expect(await guarded(parts)).toEqual({ ok: false, problem });
  });
});

it('is refused where two paragraphs without names and numbers changed places', async () => {
  const original = [
    'The old woman looked at the dark water for a long time, and then she asked: “Who would come here at night, and why?”',
    'Nobody answered.',
    'The rain had begun again, and it fell on the stones and on the boats and on the lantern, which was still burning at the end of the wall, although the sun had been up for hours and the whole harbour was awake.',
  ];
  const good = [
    'Die alte Frau sah lange auf das dunkle Wasser hinaus, und dann fragte sie: „Wer sollte nachts hierherkommen, und warum?“',
    'Niemand antwortete.',
    'Es hatte wieder zu regnen begonnen, und der Regen fiel auf die Steine und auf die Boote und auf die Laterne, die am Ende der Mauer noch immer brannte, obwohl die Sonne seit Stunden am Himmel stand und der ganze Hafen wach war.',
  ];
  const problemOf = async (parts: readonly string[]) => {
    const text = parts.map((part, index) => `[${index + 1}] ${part}`).join('\n\n');
    const found = await guardTranslation({ text, stopReason: 'complete' }, original, { language: 'en', target: 'de' });
    return found.ok ? undefined : found.problem;
  };
  expect(await problemOf(good)).toBeUndefined();
  expect(await problemOf(good.toReversed())).toBe('changed-order');
});

describe('a translation is spoken without', () => {
  it.each([
    ['stage directions', [`[pause] ${first}`, `(sighs) ${second}`]],
    [
      'characters that are not seen',
      [first.replaceAll('o', 'o\u200B'), `\u202E${second.replace('Hafen', 'Ha\u00ADfen')}\u202C`],
    ],
    ['letters of another alphabet', [first.replaceAll('a', 'а'), second.replace('Laterne', 'Lаternе')]],
  ])('%s', async (_what, parts) => {
    expect(await guarded(parts)).toEqual({ ok: true, paragraphs: translated });
  });

  it('but keeps the words of two alphabets in a text that has both', async () => {
    const text = '[1] В XX веке он купил SMSку и Cубару.';
    const options = { language: 'en', target: 'ru' };
    expect(
      await guardTranslation({ text, stopReason: 'complete' }, ['In the twentieth century he bought it.'], options),
    ).toEqual({
      ok: true,
      paragraphs: ['В XX веке он купил SMSку и Субару.'],
    });
  });
});
