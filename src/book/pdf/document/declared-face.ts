import type { FontFace } from '../layout/pdf-page.ts';
import type { FontDescriptor } from './font-descriptors.ts';

/** Words for weights in the names of fonts, the longer ones first. */
const weightNames: readonly (readonly [RegExp, number])[] = [
  [/(?:extra|ultra)[\s_-]?light|\bthin|Thin(?![a-z])|hairline/iu, 200],
  [/(?:semi|demi)[\s_-]?light/iu, 300],
  [/(?:extra|ultra)[\s_-]?bold/iu, 800],
  [/Black(?![a-z])|Heavy(?![a-z])|BLACK|HEAVY|-(?:black|heavy)/u, 900],
  [/semi[\s_-]?bold|demi[\s_-]?bold|Demi|DEMI|\bdemi/u, 600],
  // The bold type of the fonts that replace those of PostScript is called `NimbusRomNo9L-Medi`.
  [/bold|-Medi(?:Ital|Obli)?$/iu, 700],
  [/Light(?![a-z])|LIGHT|[-,]light/u, 300],
  [/Medium|MEDIUM|[-,]medium/u, 500],
];
/** Abbreviations of these words after the name of a family, as in `Univers-BdObl`. */
const weightMarks: readonly (readonly [RegExp, number])[] = [
  [/(?:Blk|Hv)(?![a-z])/u, 900],
  [/Bd(?![a-z])/u, 700],
  [/Md(?![a-z])/u, 500],
  [/Lt(?![a-z])/u, 300],
];
const texBold = /^(?:CM(?:SS)?B|CMMIB|(?:EC|SF|LA)(?:BX|BI|BL|SX|SO|RB|XC))[A-Z]*\d/u;
const italicNames = [
  /italic|oblique|slanted|kursiv/iu,
  // Not the fonts `Italia` and `Digital`.
  /Ital(?!ia)|Obli|Slant|[-,].*(?:It|Obl)(?![a-z])/u,
  /^(?:CM(?:BX|SS)?(?:TI|SL|I|MI)|(?:EC|SF|LA)(?:TI|SL|BI|BL|SI|SO|IT|ST|CI))[A-Z]*\d/u,
];

/**
 * Returns the face of a font by what is declared of it: its name, which says most, its descriptor (PDF 32000-1, 9.8) and the slant
 * of its letters. The width of its stems says nothing: that of a regular font in one file is that of a bold one in another.
 */
export function declaredFace(
  declaredName: string,
  descriptor: FontDescriptor | undefined,
  isSlanted: boolean,
): FontFace {
  // A font of which only a part is in the file is called `ABCDEF+Name`.
  const name = declaredName.replace(/^[A-Z]{6}\+/u, '');
  const { isBold = false, isItalic = false, weight } = descriptor ?? {};
  return {
    weight: namedWeight(name) ?? (isBold ? 700 : (weight ?? 400)),
    isItalic: isSlanted || isItalic || italicNames.some((pattern) => pattern.test(name)),
  };
}

function namedWeight(name: string): number | undefined {
  if (texBold.test(name)) return 700;
  const style = /[-,].*$/u.exec(name)?.[0] ?? '';
  const named = weightNames.find(([pattern]) => pattern.test(name)) ?? weightMarks.find(([mark]) => mark.test(style));
  return named?.[1];
}
