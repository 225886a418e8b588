import { describe, expect, it } from 'vitest';
import { outlineOf, readFile, spokenText } from '../../helpers/read-file.ts';

const rule = '-'.repeat(55);
const legend = `${rule}
【テキスト中に現れる記号について】

《》：ルビ
（例）坊《ぼ》っちゃん

［＃］：入力者注　主に外字の説明や、傍点の位置の指定
（例）※［＃「口＋禺」、第4水準2-4-19］
${rule}`;
const colophon = '底本：「全集」筑摩書房\n　　　1992（平成4）年1月20日第1刷発行\n入力：真先芳秋\n校正：柳沢成雄';
const text = `港《みなと》の灯
見本花子
例太郎訳

${legend}

［＃５字下げ］第一章　坊《ぼ》っちゃん［＃「第一章　坊っちゃん」は中見出し］

　親譲《おやゆず》りの無鉄砲《むてっぽう》で時々｜図抜《ずぬ》けた声で云う。
　おくれんかな［＃「おくれんかな」に傍点］。※［＃「口＋禺」、第4水準2-4-19］《ぐう》と※［＃ローマ数字2、1-13-22］と※［＃「火＋主」、U+70B7、2-3］。
［＃挿絵１（fig1.png、横480×縦640）入る］
［＃ここから２字下げ］
　雨だ。
［＃ここで字下げ終わり］
［＃改ページ］
　夜だ。

［＃中見出し］二［＃中見出し終わり］
　ぶうと云《い》って汽船がとまる。
［＃ここから中見出し］
三
夜
［＃ここで中見出し終わり］
　艀《はしけ》が岸を離れた。
［＃窓小見出し］四［＃窓小見出し終わり］朝になった。


${colophon}
`;

describe('a text of Aozora Bunko', () => {
  it('has title, author and translator in its first lines, and chapters where its notes say', async () => {
    const book = await readFile('minato.txt', text.replaceAll('\n', '\r\n'));
    expect(book.metadata).toMatchObject({
      title: '港の灯',
      authors: [{ name: '見本花子' }],
      contributors: [{ name: '例太郎', role: 'trl' }],
      language: 'ja',
    });
    expect(outlineOf(book)).toEqual({
      '第一章　坊っちゃん': [
        'heading: 第一章　坊っちゃん',
        'paragraph: 親譲りの無鉄砲で時々図抜けた声で云う。',
        'paragraph: おくれんかな。ぐうとⅡと炷。',
        'paragraph: 雨だ。',
        'scene-break: ',
        'paragraph: 夜だ。',
      ],
      二: ['heading: 二', 'paragraph: ぶうと云って汽船がとまる。'],
      '三　夜': ['heading: 三　夜', 'paragraph: 艀が岸を離れた。', 'heading: 四', 'paragraph: 朝になった。'],
    });
    expect(book.leftOut.map(({ reason }) => reason)).toEqual(['title-page', 'surroundings', 'copyright']);
  });

  it('has its readings and its pictures read on demand', async () => {
    const read = spokenText(await readFile('minato.txt', text, { ruby: 'reading', images: 'alt' }));
    expect(read).toContain('おやゆずりのむてっぽうで時々ずぬけた声');
    expect(read).toContain('挿絵１');
  });

  it('has chapters at numbers alone when no note names a heading', async () => {
    const chapters = ['一', '二'].map(
      (number) => `　　　　　${number}\n\n　雨《あめ》が降る。\n　十\n　夜［＃「夜」に傍点］だ。\n\n`,
    );
    const book = await readFile('minato.txt', `港\n見本花子\n\n${chapters.join('')}`);
    expect(book.chapters.map(({ title }) => title)).toEqual(['一', '二']);
    expect(book.metadata.title).toBe('港');
  });

  it('is not a text with such marks in another language', async () => {
    const chinese = `${'他读了《红楼梦》和《西游记》。'.repeat(10)}又读了漫画《ワンピース》［＃注］。`;
    expect(spokenText(await readFile('a.txt', chinese))).toBe(chinese);
    const english = 'The mark ［＃改ページ］ of that format starts a page, and 漢字《かんじ》 has its reading.';
    expect(spokenText(await readFile('a.txt', english))).toBe(english);
  });
});
