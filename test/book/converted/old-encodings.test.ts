import { describe, expect, it } from 'vitest';
import { decodePlainText } from '../../../src/book/converted/encoding/decode-plain-text.ts';
import { readFile, spokenText } from '../../helpers/read-file.ts';

const russian =
  'Жена узнала, что муж был в связи с бывшею в их доме гувернанткой. Всё смешалось, и она решила уехать. ';
const ukrainian =
  'Реве та стогне Дніпр широкий, сердитий вітер завива, додолу верби гне високі, горами хвилю підійма. ';
const german = 'Der König fragte, ob es möglich wäre, daß die Straße größer würde. Schöne Grüße! ';
const french =
  'L’été dernier, les élèves étaient allés à la forêt\u00A0; ils y avaient chanté\u00A0: «\u00A0Ô ciel\u00A0!\u00A0» ';
const spanish = '¿Dónde estás, niño? —preguntó la señora—. ¡Qué día! El año pasado nació el último rey. ';
const english = 'He said “it’s late” — and left the café. It was a naïve idea. The bill was £5. ';
const polish = 'Dziś piękność twą w całej ozdobie widzę i opisuję, bo tęsknię po tobie. Będziesz źdźbłem. ';
const czech = 'Příliš žluťoučký kůň úpěl ďábelské ódy. Hrdliččin zval ku lásce hlas, kde borový zaváněl háj. ';
const japanese = '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。';

const unknown = '─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓■∙√≈≤≥';
/** The characters of the bytes from 0x80 in encodings of which Node writes none. */
const tables: Record<string, string> = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0',
};

function encode(text: string, encoding: string): Buffer {
  const table = tables[encoding] ?? tableOf(encoding);
  return Buffer.from(Array.from(text, (sign) => (sign < '\u0080' ? sign.charCodeAt(0) : 0x80 + table.indexOf(sign))));
}

function tableOf(encoding: string): string {
  const decoder = new TextDecoder(encoding);
  return Array.from({ length: 128 }, (_, index) => decoder.decode(Buffer.from([0x80 + index]))).join('') + unknown;
}

describe('a text in an old encoding', () => {
  it.each([
    ['ibm866', russian],
    ['koi8-r', russian],
    ['windows-1251', russian],
    ['iso-8859-5', russian],
    ['x-mac-cyrillic', russian],
    ['ibm866', ukrainian.replaceAll('і', 'и')],
    ['koi8-u', ukrainian],
    ['windows-1251', ukrainian],
    ['macintosh', german],
    ['cp850', german],
    ['windows-1252', german],
    ['macintosh', french],
    ['cp850', french.replaceAll('’', "'")],
    ['macintosh', spanish],
    ['macintosh', english],
    ['windows-1250', polish],
    ['iso-8859-2', polish],
    ['cp852', polish],
    ['windows-1250', czech],
    ['cp852', czech],
  ])('is read in %s: %s', (encoding, text) => {
    const bytes = encode(text, encoding === 'windows-1252' ? 'iso-8859-15' : encoding);
    expect(decodePlainText(bytes).text).toBe(text);
    expect(decodePlainText(Buffer.concat(Array.from({ length: 30 }, () => bytes))).text).toBe(text.repeat(30));
  });

  it('is read in ISO-2022-JP, which has no byte beyond ASCII', () => {
    const kana = Buffer.from('1b24422452244f1b2842', 'hex');
    expect(decodePlainText(kana)).toEqual({ text: 'ひは', encoding: 'iso-2022-jp' });
    expect(decodePlainText(Buffer.from(`\u001B[1mbold\u001B[0m ${japanese}`)).encoding).toBe('utf-8');
  });

  it('is not taken for another because of signs behind words, such as trade marks', () => {
    const text = 'Java\u00AE and C\u00B0 are \u00A7 3 of the m\u00B2 caf\u00E9. ';
    expect(decodePlainText(Buffer.from(text.repeat(9), 'latin1')).text).toBe(text.repeat(9));
  });

  it('that is HTML and does not declare it is read by its bytes, with a warning', async () => {
    const page = encode(`<html><body><p>${russian}</p></body></html>`, 'windows-1251');
    const book = await readFile('a.html', page);
    expect(spokenText(book)).toBe(russian.trim());
    expect(book.warnings).toContain('The text does not say its encoding; it was read as windows-1251.');
  });
});
