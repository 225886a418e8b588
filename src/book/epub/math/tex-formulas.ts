/** Where formulas in LaTeX may be. Without the flag `u` it is twenty times as fast, in all documents of a book. */
export const mayHaveTex = /\\[([]|\\begin\{|\$\$|(?<![\w$\\])\$[^\s$](?:[^$]{0,300}[^\s$])?\$(?![\w$])/;

/** A formula in a text. */
export interface TexFormula {
  /** With the delimiters. */
  readonly text: string;
  /** LaTeX, with its environment. */
  readonly tex: string;
  /** LaTeX without the environment. May be empty. */
  readonly inside: string;
}

/** Returns a text in which the formulas between the delimiters of LaTeX are replaced. */
export function replaceTex(text: string, replace: (formula: TexFormula) => string): string {
  return text.replaceAll(delimited, (all: string, ...parts: readonly (string | undefined)[]) => {
    const formula = formulaOf(all, parts);
    return formula === undefined ? all : replace(formula);
  });
}

/** Returns the formula that begins at a place of a text. */
export function texAt(text: string, place: number): TexFormula | undefined {
  delimitedHere.lastIndex = place;
  const [all, ...parts] = delimitedHere.exec(text) ?? [];
  return all === undefined ? undefined : formulaOf(all, parts);
}

function formulaOf(text: string, parts: readonly (string | undefined)[]): TexFormula | undefined {
  const [inline, display, dollars, dollar, environment] = parts;
  const amounts = dollars ?? dollar;
  if (amounts !== undefined && !looksLikeFormula(amounts)) return undefined;
  const inside = inline ?? display ?? amounts ?? environment ?? '';
  return { text, inside, tex: environment === undefined ? inside : text };
}

const lines = '(?:align|alignat|equation|gather|multline|eqnarray)';
/** Dollars as Pandoc has them: no space within, no digit behind, so that amounts of money are none. */
const source = [
  String.raw`\\\(((?:[^\\]|\\[^()])*)\\\)`,
  String.raw`\\\[((?:[^\\]|\\[^[\]])*)\\\]`,
  String.raw`\$\$([^$]+)\$\$`,
  String.raw`(?<![\p{L}\p{N}$\\])\$((?=[^\s$])(?:[^$\\]|\\.){1,300}(?<=\S))\$(?![\p{L}\p{N}$])`,
  String.raw`\\begin\{${lines}\*?\}((?:[^\\]|\\(?!(?:begin|end)\{${lines}\*?\}))*)\\end\{${lines}\*?\}`,
].join('|');
const delimited = new RegExp(source, 'gu');
const delimitedHere = new RegExp(source, 'uy');

/** Commands of LaTeX, and words that they show upright. */
const commands = /\\(?:text|mathrm|operatorname|mbox|textrm|textit)\*?\{[^{}]*\}|\\[a-zA-Z]+/gu;
/** Functions that have names of letters, written without a command. */
const functions = /(?<!\p{L})(?:arc)?(?:sin|cos|tan|cot|sec|log|exp|lim|max|min|mod|gcd|det|dim|sup|inf)(?!\p{L})/gu;

/** Reports whether a text between dollars is a formula: prose and amounts are none. */
export function looksLikeFormula(text: string): boolean {
  const bare = text.replaceAll(commands, ' ').replaceAll(functions, ' ');
  if (/\p{L}{2,}\s+\p{L}{2,}|\p{Sc}/u.test(bare) || !/[\p{L}\p{N}\\]/u.test(text)) return false;
  if (/[\\^_{}]/u.test(text)) return true;
  const isAmount = /^[\d.,]+\s*\p{L}*\s/u.test(text) && /\s\p{Ll}{2}/u.test(text);
  return !isAmount && !/\p{Ll}{3}/u.test(bare);
}
