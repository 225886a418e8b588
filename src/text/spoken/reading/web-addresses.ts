import type { SpokenWords } from '../../../languages/language.ts';

type AddressWords = SpokenWords['addresses'];

/** Returns a text in which web and mail addresses are written as they are read aloud. The protocol is not read. */
export function readWebAddresses(text: string, words: AddressWords): string {
  return text.replaceAll(addresses, (address: string) => {
    // Marks at the end belong to the sentence.
    const [end = ''] = /[.,;:!?)'"’”…]{0,20}$/u.exec(address) ?? [];
    const body = address.slice(0, address.length - end.length).replace(/^(?:https?|ftp):\/\/|^mailto:/iu, '');
    return speak(body.replace(/\/$/u, ''), words) + end;
  });
}

const domains =
  'com|org|net|edu|gov|mil|int|info|biz|io|co|ai|app|dev|tv|me|eu|uk|us|de|fr|es|it|at|ch|nl|be|ca|au|ie|nz|jp|ru|pl|se';
const label = String.raw`[\p{L}\p{N}_-]{1,63}`;
const path = String.raw`(?::\d{1,5})?(?:[/?#][^\s<>"“”]{0,500})?`;
const addresses = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}@./_-])(?:https?|ftp):\/\/[^\s<>"“”]{1,500}`,
    String.raw`(?<![\p{L}\p{N}@./_+%-])[\p{L}\p{N}._%+-]{1,64}@${label}(?:\.${label}){1,8}`,
    String.raw`(?<![\p{L}\p{N}@./_-])www\.${label}(?:\.${label}){1,8}${path}`,
    String.raw`(?<![\p{L}\p{N}@./_-])[\p{Ll}\p{N}][\p{Ll}\p{N}-]{0,62}(?:\.[\p{Ll}\p{N}-]{1,63}){0,4}\.(?:${domains})(?![\p{L}\p{N}_-])${path}`,
  ].join('|'),
  'gu',
);

function speak(address: string, words: AddressWords): string {
  const names: Readonly<Record<string, string>> = {
    '@': words.at,
    '.': words.dot,
    '/': words.slash,
    '-': words.dash,
    _: words.underscore,
  };
  return address
    .replace(/^www(?=\.)/iu, 'W W W')
    .replaceAll(/[@./_-]/gu, (mark) => ` ${names[mark]} `)
    .replaceAll(/ {2,}/gu, ' ')
    .trim();
}
