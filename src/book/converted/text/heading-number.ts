import { numberOf } from '../../titles/number-words.ts';
import { isGenericTitle } from '../../titles/title-patterns.ts';

const han = '零〇一二三四五六七八九十百';
/** `II. The Mail`, `3 Advice`, `ADVENTURE IV.--THE BOX`, `二、名字`; a title starts with a capital in scripts that have them. */
const numbered = new RegExp(
  String.raw`^(?:(\p{Nd}{1,3}|[IVXLC]{1,8})\s+(?:-\s+)?|(?:\p{Lu}\p{L}{3,}\s+)?[(（]?(\p{Nd}{1,3}|[IVXLC]{1,8}|[${han}]{1,5})(?:[.):、．）]\s*(?:[-–—]+\s*)?|\s*(?:--+|[–—]+)\s*))(?=[_"“”'‘«„»「『《¿¡]{0,2}[\p{Lu}\p{Lt}\p{Lo}])`,
  'u',
);

/** Returns the number before a title, or undefined when there is none. */
export function numberBeforeTitle(text: string): number | undefined {
  const match = numbered.exec(text);
  const number = match?.[1] ?? match?.[2];
  return number === undefined ? undefined : numberOf(number);
}

/** Returns a title without the number before it. */
export function withoutNumber(text: string): string {
  return text.replace(numbered, '');
}

const numberWord = new RegExp(String.raw`[${han}]+|\p{Nd}+|(?:(?!\p{Script=Han})[\p{L}\p{M}'’])+`, 'gu');

/** Returns the number of a title that is only a number: `IV.`, `Chapter Twenty-One`, `第三章`; undefined for others. */
export function numberOfGeneric(title: string): number | undefined {
  if (!isGenericTitle(title)) return undefined;
  const words = title.match(numberWord) ?? [];
  const [first, second] = words.map((word) => numberOf(word)).filter((number) => number !== undefined);
  if (first === undefined || second === undefined) return first;
  return first >= 20 && first % 10 === 0 && second < 10 ? first + second : first;
}

/** Fewest numbers that must rise by one; more for those that do not start near one, which can be years or pages. */
const [minRun, minLateRun, lastStart] = [2, 3, 3];

/** Returns the items whose numbers rise one by one, as those of chapters do. They can start again, and one can be absent. */
export function risingItems<Item>(
  items: readonly Item[],
  numberOfItem: (item: Item) => number | undefined,
  minLength = minRun,
): ReadonlySet<Item> {
  const runs: { readonly start: number; readonly items: Item[] }[] = [];
  const runByEnd = new Map<number, (typeof runs)[number]>();
  for (const item of items) {
    const number = numberOfItem(item);
    if (number === undefined) continue;
    const before = [number - 1, number - 2].find((end) => runByEnd.has(end));
    const run = (before === undefined ? undefined : runByEnd.get(before)) ?? { start: number, items: [] };
    if (before === undefined) runs.push(run);
    else runByEnd.delete(before);
    run.items.push(item);
    runByEnd.set(number, run);
  }
  const kept = runs.filter(
    (run) => run.items.length >= Math.max(minLength, run.start <= lastStart ? minRun : minLateRun),
  );
  return new Set(kept.flatMap((run) => run.items));
}
