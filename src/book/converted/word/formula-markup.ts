import { childrenOf, findFirst, localName, rawText } from '../../epub/markup/markup-tree.ts';
import type { Element } from '../../epub/markup/markup-tree.ts';
import { escapeMarkup } from '../../../core/strings/escape-xml.ts';
import { valueOf } from './word-styles.ts';

/** Writes a formula of Word (OMML) as MathML. What has no counterpart is written as a row of its parts. */
export function formulaMarkup(formula: Element): string {
  return `<math xmlns="http://www.w3.org/1998/Math/MathML">${row(formula)}</math>`;
}

function row(parent: Element): string {
  return `<mrow>${childrenOf(parent)
    .map((child) => part(child))
    .join('')}</mrow>`;
}

function part(element: Element): string {
  const name = localName(element);
  if (name.endsWith('pr') || name === 'ctrlpr') return '';
  if (name === 't') return tokens(rawText(element));
  const shape = shapes.get(name);
  if (shape === undefined) return row(element);
  return shape(
    (child) =>
      childrenOf(element, child)
        .map((one) => row(one))
        .join(''),
    element,
  );
}

type Shape = (child: (name: string) => string, element: Element) => string;

const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['f', (child) => `<mfrac>${child('num')}${child('den')}</mfrac>`],
  ['ssup', (child) => `<msup>${child('e')}${child('sup')}</msup>`],
  ['ssub', (child) => `<msub>${child('e')}${child('sub')}</msub>`],
  ['ssubsup', (child) => `<msubsup>${child('e')}${child('sub')}${child('sup')}</msubsup>`],
  [
    'rad',
    (child) =>
      /<m[ino]/u.test(child('deg')) ? `<mroot>${child('e')}${child('deg')}</mroot>` : `<msqrt>${child('e')}</msqrt>`,
  ],
  [
    'nary',
    (child, element) =>
      `<munderover><mo>${signOf(element)}</mo>${child('sub')}${child('sup')}</munderover>${child('e')}`,
  ],
  ['d', (child) => `<mrow><mo>(</mo>${child('e')}<mo>)</mo></mrow>`],
]);

/** The sign of a sum, a product or an integral, which is the default. */
function signOf(element: Element): string {
  return escapeMarkup(valueOf(findFirst(element, 'chr')) ?? '∫');
}

/** Numbers, letters and signs, one element each. */
function tokens(text: string): string {
  const found = text.match(/\d+(?:[.,]\d+)*|\p{L}+|[^\s\p{L}\p{N}]/gu) ?? [];
  return found
    .map((token) => {
      const tag = /^\d/u.test(token) ? 'mn' : /^\p{L}/u.test(token) ? 'mi' : 'mo';
      return `<${tag}>${escapeMarkup(token)}</${tag}>`;
    })
    .join('');
}
