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
    ['a lead on the line of the text', 'refusal', [`Sure! Here is the translated text: ${first}`, second]],
    ['the word Translation before it', 'refusal', [`Translation: ${first}`, second]],
    ['a remark about it', 'refusal', [first, `${second} I hope this translation helps!`]],
    ['a remark in its language', 'refusal', [first, `${second} Ich hoffe, diese Übersetzung hilft Ihnen weiter.`]],
    [
      'a refusal without an apology',
      'refusal',
      [
        first,
        'Ich verstehe Ihre Bitte, aber dieser Abschnitt könnte urheberrechtlich geschützt sein, und deshalb gebe ich ihn hier nicht wieder. Stattdessen fasse ich ihn gerne zusammen.',
      ],
    ],
    ['an offer', 'refusal', [first, `${second} Let me know if you need anything else.`]],
    ['an ellipsis for the rest', 'unfinished', [first, 'Später saß sie auf der Mauer über dem Hafen. […]']],
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
    [
      'half of a sentence in the language of the book',
      'untranslated',
      [first, second.replace('warum niemand einen Anker gehört hatte', 'and in the night a lantern had burned there')],
    ],
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

describe('a translation has the names of its source', () => {
  const original = ['In the morning Anna walked to the harbour.', 'There old Boris waited, and Anna greeted him.'];
  const problemOf = async (
    target: string,
    parts: readonly string[],
    names: readonly (readonly [string, string])[] = [],
  ) => {
    const text = parts.map((part, index) => `[${index + 1}] ${part}`).join('\n\n');
    const found = await guardTranslation({ text, stopReason: 'complete' }, original, { language: 'en', target, names });
    return found.ok ? undefined : found.problem;
  };

  it('in the spelling of the rest', async () => {
    const [one, other] = ['Le matin, Anna alla au port.', 'Là attendait le vieux Boris, et Anna le salua.'];
    expect(await problemOf('fr', [one, other])).toBeUndefined();
    expect(await problemOf('fr', [one, other.replace('Anna', 'Anne')])).toBe('lost-names');
    expect(await problemOf('fr', [one, other.replace('Anna', 'elle')])).toBeUndefined();
  });

  it('in the spelling of the glossary', async () => {
    const parts = ['Le matin, Anne alla au port.', 'Là attendait le vieux Boris, et Anne le salua.'];
    expect(await problemOf('fr', parts, [['Anna', 'Anna']])).toBe('lost-names');
    expect(await problemOf('fr', parts, [['Anna', 'Anne']])).toBeUndefined();
    expect(await problemOf('fr', parts)).toBeUndefined();
  });

  it('with the endings of its language', async () => {
    const parts = ['Rano Anna poszła do portu.', 'Czekał tam stary Boris i przywitał się z Anną.'];
    expect(await problemOf('pl', parts)).toBeUndefined();
  });
});

describe('a translation is spoken without', () => {
  it.each([
    ['a mark that it goes on', [first, `${second} [continued]`]],
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
