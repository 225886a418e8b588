import type MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { addTo } from '../../../core/collections/add-to.ts';

type Parser = InstanceType<typeof MarkdownIt>;
type Token = ReturnType<Parser['parse']>[number];
type State = Parameters<Parameters<Parser['core']['ruler']['push']>[1]>[0];

/** A note as the package keeps it: with the tokens of its text where it is written inside of a paragraph (`^[…]`). */
interface Mark {
  readonly label?: string;
  readonly tokens?: Token[];
}

/**
 * A plug-in for footnotes that puts the bodies of all notes at the end, also those that no mark refers to or that have a label a second time.
 * That of the package drops these, and copies all tokens of the text for each note. A mark is a sign: it cannot be taken for a number of the text.
 */
export function notesLast(markdown: Parser): void {
  markdown.use(footnotes);
  markdown.renderer.rules['footnote_caption'] = () => '[*]';
  markdown.renderer.rules['footnote_block_open'] = () => '<section epub:type="footnotes">\n<ol>\n';
  markdown.core.ruler.at('footnote_tail', (state) => {
    const bodies = takeBodies(state);
    const { list = [] }: { readonly list?: readonly Mark[] } = state.env['footnotes'] ?? {};
    const marked = list.map(({ label, tokens }) =>
      tokens === undefined ? (bodies.get(label ?? '')?.shift() ?? []) : paragraphOf(state, tokens),
    );
    const notes = [...marked, ...[...bodies.values()].flat()];
    if (notes.length === 0) return;
    state.tokens.push(new state.Token('footnote_block_open', '', 1));
    for (const [id, tokens] of notes.entries()) {
      const open = new state.Token('footnote_open', '', 1);
      open.meta = { id };
      state.tokens.push(open, ...tokens, new state.Token('footnote_close', '', -1));
    }
    state.tokens.push(new state.Token('footnote_block_close', '', -1));
  });
}

/** Removes the bodies of notes from the text, and returns those of each label. */
function takeBodies(state: State): Map<string, Token[][]> {
  const bodies = new Map<string, Token[][]>();
  let open: Token[] | undefined;
  state.tokens = state.tokens.filter((token) => {
    if (token.type === 'footnote_reference_open') {
      open = [];
      addTo(bodies, String(token.meta?.['label']), open);
    } else if (token.type === 'footnote_reference_close') open = undefined;
    else if (open === undefined) return true;
    else open.push(token);
    return false;
  });
  return bodies;
}

function paragraphOf({ Token }: State, children: Token[]): Token[] {
  const text = new Token('inline', '', 0);
  text.children = children;
  return [new Token('paragraph_open', 'p', 1), text, new Token('paragraph_close', 'p', -1)];
}
