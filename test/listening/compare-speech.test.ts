import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../src/core/pcm.ts';
import { compareSpeech } from '../../src/listening/compare/compare-speech.ts';
import type { Comparison } from '../../src/listening/compare/compare-speech.ts';
import { PhoneReader } from '../../src/listening/compare/phone-reader.ts';
import { espeakJs } from '../../src/speech/embedded/espeak/espeak-js.ts';

const reader = new PhoneReader(await espeakJs());
const phoneSeconds = 0.075;
const sampleRate = 16_000;

/** Compares a text with a transcript whose sounds follow one another, as those of a voice that said just that. */
function compare(text: string, said: string, language = 'en'): Comparison {
  const words = said === '' ? [] : said.split(' ').map((one) => ({ text: one, from: 0, to: 0 }));
  const heard = reader.heard(words, language).map(({ phone }, index) => ({ phone, at: index * phoneSeconds }));
  return compareSpeech(reader.spoken(text, language), heard, tone(heard.length * phoneSeconds));
}

function tone(seconds: number): Pcm {
  const samples = new Int16Array(Math.round(seconds * sampleRate));
  for (let at = 0; at < samples.length; at += 1) samples[at] = at % 40 < 20 ? 4000 : -4000;
  return { samples, sampleRate };
}

/** What recognizers write for good speech: other spellings, names by ear, numbers in words, words split or joined. */
const good: readonly (readonly [text: string, said: string])[] = [
  ['Skulduggery froze.', 'Skull Duggery Froze'],
  ['Valkyrie Cain.', 'Volkery Kane'],
  ['Uneventfully.', 'Unaventfully'],
  ['She nodded.', 'She Notted'],
  ['He was being insubordinate.', 'He was being in subordinate.'],
  ['Dr. Smith and Mr. Jones arrived at 5.', 'Doctor Smith and Mister Jones arrived at five.'],
  ['Chapter 12', 'Chapter Twelve'],
  ['Their house was over there.', "There house was over they're."],
  ['The colour of the grey theatre.', 'The color of the gray theater.'],
  ['Good bye, said the curvebuster.', 'Goodbye, said the curve buster.'],
  ['Tchitchikov bowed to Raskolnikov.', 'Chichikov bowed to Raskolnikoff.'],
  ['He could not see it.', "He couldn't see it."],
  ['“’Tis ten o’clock,” said he.', 'Tis ten o clock said he'],
  ['Salt & pepper, 3,000 francs.', 'salt and pepper three thousand francs'],
];

const bad: readonly (readonly [verdict: string, text: string, said: string])[] = [
  ['lost', 'I did not see you.', 'I did see you.'],
  [
    'lost',
    'The sun rose. Nobody in the village was awake. The baker lit his oven.',
    'The sun rose. The baker lit his oven.',
  ],
  ['lost', 'He walked slowly down to the harbour at dawn.', 'He walked slowly down to the'],
  ['lost', "Hi, I'm Ahad and like to have fun.", 'and like to have fun.'],
  ['lost', 'She was a very quiet child.', 'She was a child.'],
  ['lost', 'He never told her.', 'He told her.'],
  ['lost', 'He bought bread, milk, eggs and a newspaper.', 'He bought bread, milk and a newspaper.'],
  ['repeated', 'Please be all right.', 'Please be all right. Please be all right.'],
  [
    'repeated',
    'The old man sat by the fire and said nothing.',
    'The old man sat by the fire sat by the fire and said nothing.',
  ],
  [
    'extra',
    'The keeper counted seven ships.',
    'The keeper counted seven ships. Thanks for watching, please subscribe.',
  ],
  ['other', 'The door opened and a tall man came in.', 'Das Tor öffnete sich, und ein großer Mann trat herein.'],
  ['silent', 'A bell rang.', ''],
];

describe('compareSpeech', () => {
  it.each(good)('accepts "%s" heard as "%s"', (text, said) => {
    expect(compare(text, said)).toMatchObject({ verdict: 'heard' });
  });

  it.each(bad)('finds speech %s: "%s" heard as "%s"', (verdict, text, said) => {
    expect(compare(text, said).verdict).toBe(verdict);
  });

  it('names the words that were lost and where', () => {
    const { missing } = compare('One went. Two of them stayed behind. Three came.', 'One went. Three came.');
    expect(missing).toMatchObject([{ text: 'Two of them stayed behind', place: 'inside', isLost: true }]);
  });

  it('does not call words lost that had time to be spoken', () => {
    const heard = reader.heard([{ text: 'the keeper counted ships', from: 0, to: 0 }], 'en');
    const words = reader.spoken('The keeper counted seven ships', 'en');
    // The sounds of "ships" come where a voice would have said "seven" before them.
    const gapAt = heard.length - 4;
    const timed = heard.map(({ phone }, index) => ({ phone, at: (index + (index >= gapAt ? 6 : 0)) * phoneSeconds }));
    const compared = compareSpeech(words, timed, tone((heard.length + 6) * phoneSeconds));
    expect(compared).toMatchObject({ verdict: 'unclear', missing: [{ text: 'seven', isLost: false }] });
    const quiet = tone((heard.length + 6) * phoneSeconds);
    quiet.samples.fill(
      0,
      Math.round(gapAt * phoneSeconds * sampleRate),
      Math.round((gapAt + 6) * phoneSeconds * sampleRate),
    );
    expect(compareSpeech(words, timed, quiet)).toMatchObject({ verdict: 'lost', missing: [{ text: 'seven' }] });
  });

  it('does not judge a text of one or two sounds by what was heard', () => {
    expect(compare('Oh.', 'Ah').verdict).toMatch(/heard|too-short/u);
    expect(compare('Oh.', '').verdict).toBe('silent');
    expect(compare('* * *', '').verdict).toBe('heard');
  });

  it.each([
    ['fr', 'La vieille dame comptait sept navires. Aucun ne s’arrêta.', 'La vieille dame comptait sept navires'],
    ['de', 'Über den Dächern läuteten die Glocken.', 'Über den Dächern die Glocken'],
    ['ru', 'Старый смотритель насчитал семь кораблей.', 'Старый насчитал семь кораблей'],
  ])('finds lost words in %s', (language, text, said) => {
    expect(compare(text, text.replaceAll('.', ''), language).verdict).toBe('heard');
    expect(compare(text, said, language).verdict).toBe('lost');
  });
});
