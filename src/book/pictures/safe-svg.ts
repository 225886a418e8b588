import { escapeXml } from '../../core/strings/escape-xml.ts';
import { findFirst, isElement, localName } from '../epub/markup/markup-tree.ts';
import type { Element } from '../epub/markup/markup-tree.ts';
import { parseXml } from '../epub/markup/parse-markup.ts';
import { decodeText } from '../epub/package/decode-text.ts';
import type { ReadLimits } from '../read-limits.ts';
import { tooLarge } from '../read-limits.ts';

/**
 * Returns an SVG drawing as well-formed XML of known elements and attributes only: without scripts, events, styles, animations,
 * embedded documents, and references out of the drawing. Undefined when it is not a drawing. Throws `book-too-large`.
 */
export function safeSvg(bytes: Buffer, limits: ReadLimits): Buffer | undefined {
  if (bytes.length > maxBytes) throw tooLarge('size of a drawing', maxBytes, 'bytes');
  const root = findFirst(parseXml(decodeText(bytes), limits), 'svg');
  const names = ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return root && Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${markupOf(root, { names })}\n`);
}

/** A longer drawing is a map of a program, which readers draw for minutes. */
const maxBytes = 2_000_000;

interface Surroundings {
  /** Declarations of namespaces. */
  readonly names?: string;
  /** An element around can be drawn again by its id. */
  readonly isRepeatable?: boolean;
}

function markupOf(element: Element, { names = '', isRepeatable = false }: Surroundings): string {
  const tag = tags.get(localName(element));
  // Copies of what has copies in it would grow without end.
  if (tag === undefined || (tag === 'use' && isRepeatable)) return '';
  const inner = { isRepeatable: isRepeatable || element.attribs['id'] !== undefined };
  const content = element.children.map((child) => (isElement(child) ? markupOf(child, inner) : escapeXml(child)));
  return `<${tag}${names}${attributesOf(element)}>${content.join('')}</${tag}>`;
}

function attributesOf({ attribs }: Element): string {
  return Object.entries(attribs)
    .map(([given, value]) => {
      const name = given === 'href' ? 'xlink:href' : given;
      const isKept = name === 'xlink:href' ? value.trim().startsWith('#') : attributes.has(name) && isHarmless(value);
      return isKept && !(given === 'href' && 'xlink:href' in attribs) ? ` ${name}="${escapeXml(value)}"` : '';
    })
    .join('');
}

/** Colours, clips and masks may refer to what is in the drawing. */
function isHarmless(value: string): boolean {
  return !/url\s*\(\s*(?!["']?#)|[\\@]|javascript:/iu.test(value);
}

/** Names of elements, by their name in small letters. */
const tags: ReadonlyMap<string, string> = new Map(
  wordsOf(`svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath
    linearGradient radialGradient stop clipPath mask pattern marker`).map((name) => [name.toLowerCase(), name]),
);

const attributes: ReadonlySet<string> = new Set(
  wordsOf(`id x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy d points width height viewBox preserveAspectRatio transform version
    pathLength rotate textLength lengthAdjust startOffset method spacing offset gradientUnits gradientTransform spreadMethod
    clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits patternTransform refX refY markerWidth
    markerHeight markerUnits orient fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap
    stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color display visibility overflow clip-path
    clip-rule mask marker-start marker-mid marker-end stop-color stop-opacity font-family font-size font-style font-weight
    text-anchor text-decoration letter-spacing word-spacing dominant-baseline alignment-baseline baseline-shift direction
    writing-mode unicode-bidi vector-effect paint-order shape-rendering text-rendering xml:space`),
);

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/u);
}
