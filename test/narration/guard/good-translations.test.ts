import { describe, expect, it } from 'vitest';
import { letterWeight } from '../../../src/narration/guard/letter-weight.ts';
import { guardTranslation } from '../../../src/narration/guard/translation/guard-translation.ts';

/** Returns what is wrong with a translation of one paragraph. */
async function problemOf(languages: string, source: string, text: string): Promise<string | undefined> {
  const [language = '', target = ''] = languages.split('-');
  const guarded = await guardTranslation({ text: `[1] ${text}`, stopReason: 'complete' }, [source], {
    language,
    target,
  });
  return guarded.ok ? undefined : guarded.problem;
}

describe('a good translation is accepted', () => {
  it.each([
    [
      'a clock of 24 hours',
      'en-de',
      'The doors open from 6 to 8 p.m. on 13 March.',
      'Der Einlass ist am 13. März von 18 bis 20 Uhr.',
    ],
    [
      'a measure in another unit',
      'en-de',
      'It is 27 miles to the lake, and the water has 59 degrees.',
      'Bis zum See sind es 43 Kilometer, und das Wasser hat 15 Grad.',
    ],
    ['a large measure in another unit', 'en-de', 'It is 81,000 feet tall.', 'Er ist 24.688 Meter hoch.'],
    ['the time of a log', 'en-de', 'At 0500 sharp the company marched out.', 'Punkt 5:00 Uhr rückte die Kompanie aus.'],
    ['a decade by two digits', 'en-cs', 'She grew up there in the 1970s.', 'Vyrůstala tam v 70. letech.'],
    ['a century', 'en-cs', 'The mill has stood here since the early 1900s.', 'Mlýn tu stojí od počátku 20. století.'],
    [
      'a year that is written out',
      'en-uk',
      'He lived in the house from 1981-87.',
      'Він жив у цьому будинку з 1981 до 1987 року.',
    ],
    ['billions in signs', 'en-ja', 'The star is more than 4.5 billion years old.', 'その星は45億年以上前に生まれた。'],
    [
      'millions in two parts',
      'en-ja',
      'He owed the bank 585 million francs.',
      '彼は銀行に5億8500万フランの借りがあった。',
    ],
    [
      'billions where a language counts thousands of millions',
      'en-es',
      'It cost £1.8 billion in all.',
      'Costó en total 1.800 millones de libras.',
    ],
    ['billions in a case of Icelandic', 'en-is', 'It was 3.7 billion years ago.', 'Það var fyrir 3,7 milljörðum ára.'],
    [
      'a date with dots',
      'en-de',
      'On the stone stood 5/11/648 and a name.',
      'Auf dem Stein standen 5.11.648 und ein Name.',
    ],
    [
      'an apology',
      'en-es',
      '“Sorry, princey,” they said, and went on searching.',
      '"Lo siento, principito", dijeron, y siguieron buscando.',
    ],
    [
      'bad luck',
      'it-ru',
      'Disgraziatamente c’è sempre un ma, che sciupa ogni cosa.',
      'К сожалению, всегда имеется «но», которое всё портит.',
    ],
    [
      'someone who calls the police',
      'ru-en',
      'И слушать не хочу! Чтобы я стала за тебя отвечать полиции?',
      'I won’t hear of it! That I should answer for you to the police?',
    ],
    [
      'a question in a book',
      'en-de',
      '“This is not a bad story,” said the soldier; “but what am I to give you, you old witch? for you do not tell me all this for nothing.”',
      '»Das ist so übel nicht!« sagte der Soldat. »Aber was soll ich dir geben, du alte Hexe, denn umsonst wirst du es wohl nicht tun?«',
    ],
    ['a heading in Chinese characters', 'ja-zh', '三十二', '三十二'],
    ['a name in Chinese characters', 'ja-zh', '新美南吉', '新美南吉'],
    [
      'names in another script',
      'en-zh',
      '“Come on, Tenuk, you have been a Thraki before!”',
      '“来吧，Tenuk，你之前变成过Thraki！”',
    ],
    [
      'a short address',
      'en-zh',
      'For information, visit the page gallery.example.org today.',
      '详情请访问gallery.example.org。',
    ],
    [
      'a close language',
      'da-no',
      'Og Gerda fortalte forfra, og Skovduerne kurrede deroppe i Buret, de andre Duer sov.',
      'Og Gerda fortalte forfra, og skogduene kurret der oppe i buret, de andre duene sov.',
    ],
    [
      'the sentences of Thai',
      'en-th',
      'Look up at the sky. Ask yourself: is it yes or no? Has the sheep eaten it? And you will see how all changes.',
      'จงแหงนมองฟ้า แล้วถามตัวเองว่าใช่หรือไม่ แกะกินดอกไม้ไปหรือยัง แล้วคุณจะรู้สึกว่าทุกอย่างเปลี่ยนแปลง',
    ],
    [
      'quotations in Chinese',
      'en-zh',
      '“Very well. The child may stay.” He sighed. “But,” he added. “You will go.”',
      '“很好。孩子可以留下。”他叹了口气说：“但是，”他补充道，“你得走。”',
    ],
    [
      'sentences of Japanese',
      'en-ja',
      'Nobody was in the dark street; at night it was not the best way, but it was better than the room. I sighed, and looked ahead. I would go to the shop, where I find odd things. Steps came near, and I was sorry.',
      '暗い通りには誰もいなかった。夜には一番いい道ではない。でも部屋よりはましだ。私はため息をついた。そして前を見た。店に行こう。変わった物が見つかる店だ。足音が近づき、後悔した。',
    ],
  ])('with %s', async (_what, languages, source, text) => {
    expect(await problemOf(languages, source, text)).toBeUndefined();
  });

  it.each([
    [
      'en',
      'The boat had stopped, and he had to row across the river himself.',
      'नाव बंद हो गई, और उसे खुद चप्पू चलाकर नदी पार करनी पड़ी।',
    ],
    [
      'ja',
      '皆さんとても美味しそうに食べていますね、そのお味はいかがだったのでしょうか。',
      '大家看起来吃得很香呢，味道如何呢，你们喜欢吗？',
    ],
  ])('however many signs a language needs', (_language, source, text) => {
    expect(letterWeight(text) / letterWeight(source)).toBeGreaterThan(0.75);
    expect(letterWeight(text) / letterWeight(source)).toBeLessThan(1.25);
  });
});

it('the text of the book is no translation, also where languages are close', async () => {
  const text = 'Hun gik længe i skoven og sang en lille sang for de gamle træer og de unge fugle.';
  expect(await problemOf('da-no', text, text)).toBe('untranslated');
});
