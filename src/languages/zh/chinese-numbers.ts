const digits = '零一二三四五六七八九';
const groupUnits = ['', '万', '亿', '万亿'];

/** Words that count: two of them is 两, and not 二. */
const measures =
  '个本只条张位次天周年件家座名种口块台辆篇部间杯瓶碗双对把棵朵头匹群份封句段层页排步遍趟场笔颗粒根支枝幅首门道所';

/**
 * Returns a text with its numbers in Chinese characters: `3.5` is `三点五`, `50%` is `百分之五十`, `1984年` is read digit by digit, and `2个` is
 * `两个`.
 */
export function inChineseNumbers(text: string): string {
  return text
    .replaceAll(/(?<=\d),(?=\d{3})/gu, '')
    .replaceAll(/(?<![\dA-Za-z])[-−](?=\d)/gu, '负')
    .replaceAll(/(?<!\d)(\d{4})(?=年)/gu, (_, year: string) => digitByDigit(year))
    .replaceAll(
      /(?<![\d/])(\d+)\/(\d+)(?![\d/])/gu,
      (_, part: string, whole: string) => `${cardinal(whole)}分之${cardinal(part)}`,
    )
    .replaceAll(/(\d+(?:\.\d+)?)[%％]/gu, (_, share: string) => `百分之${decimal(share)}`)
    .replaceAll(/(\d+(?:\.\d+)?)℃/gu, (_, degrees: string) => `${decimal(degrees)}摄氏度`)
    .replaceAll(new RegExp(String.raw`(?<![\d.])2(?=[${measures}])`, 'gu'), '两')
    .replaceAll(/\d+(?:\.\d+)?/gu, decimal);
}

function decimal(number: string): string {
  const [whole = '', part] = number.split('.');
  return part === undefined ? cardinal(whole) : `${cardinal(whole)}点${digitByDigit(part)}`;
}

/** Longer numbers are codes, read digit by digit, as are those that begin with zero. */
const mostDigits = 4 * groupUnits.length;

function cardinal(number: string): string {
  if (number.length > mostDigits || /^0./u.test(number)) return digitByDigit(number);
  if (number === '0') return digits.charAt(0);
  const groups = number.match(/\d{1,4}(?=(?:\d{4})*$)/gu) ?? [];
  const written = groups.map((group, index) => {
    const read = groupOf(group, index === 0);
    return read && `${read}${groupUnits[groups.length - 1 - index] ?? ''}`;
  });
  return written.join('').replaceAll(/零+/gu, '零').replace(/零$/u, '').replace(/^一十/u, '十');
}

/** Zeros within a number are one 零; those at its end are not read. */
function groupOf(group: string, isFirst: boolean): string {
  const padded = isFirst ? group : group.padStart(4, '0');
  const read = Array.from(padded, (digit, index) => {
    const unit = ['千', '百', '十', ''].at(index - padded.length) ?? '';
    return digit === '0' ? '零' : `${digits.charAt(Number(digit))}${unit}`;
  });
  return read.join('').replace(/零+$/u, '');
}

function digitByDigit(number: string): string {
  return Array.from(number, (digit) => digits.charAt(Number(digit))).join('');
}
