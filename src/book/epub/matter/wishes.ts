import type { BookChoices } from '../../read-options.ts';
import type { BookFlow } from '../markup/book-flow.ts';

/** Puts `include` and `exclude` over what the rules decided, document by document. */
export function applyWishes(flow: BookFlow, { include = [], exclude = [] }: BookChoices): void {
  const wanted = lowerCaseSet(include);
  const unwanted = lowerCaseSet(exclude);
  for (const { document, start, end } of flow.documents) {
    const isWanted = isNamed(document.path, wanted);
    const isUnwanted = isNamed(document.path, unwanted);
    for (const block of flow.blocks.slice(start, end)) {
      if (isUnwanted) block.matter = 'not-wanted';
      else if (isWanted || wanted.has(block.matter ?? '')) delete block.matter;
    }
  }
}

function lowerCaseSet(items: readonly string[]): ReadonlySet<string> {
  return new Set(items.map((item) => item.toLowerCase()));
}

function isNamed(path: string, names: ReadonlySet<string>): boolean {
  const lower = path.toLowerCase();
  return names.has(lower) || names.has(lower.slice(lower.lastIndexOf('/') + 1));
}
