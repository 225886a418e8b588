import { expect, it } from 'vitest';
import { inChineseNumbers } from '../../../src/languages/zh/chinese-numbers.ts';

it.each([
  ['1984年4月7日', '一九八四年四月七日'],
  ['12,005元', '一万二千零五元'],
  ['10人，110人，1010人', '十人，一百一十人，一千零一十人'],
  ['100000000', '一亿'],
  ['100010000', '一亿零一万'],
  ['20050', '二万零五十'],
  ['3.05公里', '三点零五公里'],
  ['50%和1/2', '百分之五十和二分之一'],
  ['零下-5℃', '零下负五摄氏度'],
  ['2个人，2本书，第2课，12个', '两个人，两本书，第二课，十二个'],
  ['007', '零零七'],
])('writes the numbers of %s in characters', (text, written) => {
  expect(inChineseNumbers(text)).toBe(written);
});
