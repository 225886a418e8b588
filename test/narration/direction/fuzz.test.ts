import { describe, expect, it } from 'vitest';
import { castText } from '../../../src/cast/cast-text.ts';
import { findCharacters } from '../../../src/cast/find-characters.ts';
import { manners } from '../../../src/core/delivery.ts';
import type { Block } from '../../../src/core/book.ts';
import { directChapter } from '../../../src/narration/direction/direct-chapter.ts';
import type { Operation } from '../../../src/narration/direction/operation.ts';
import type { Trust } from '../../../src/narration/direction/try-model.ts';
import { directingModel } from '../../helpers/directing-model.ts';
import type { AskedDirection } from '../../helpers/directing-model.ts';
import { seededRandom } from '../../helpers/seeded-random.ts';

const { signal } = new AbortController();

function block(text: string, kind: Block['kind'] = 'paragraph'): Block {
  return { kind, text, document: 'd' };
}

const chapters = [
  castText(
    [
      block('The Ledger', 'heading'),
      block('Anna looked up [3] from the boats. “There are seventeen,” said Anna.'),
      block('“And one is not ours (Smith, 2004),” whispered Mr. Vane. Mr. Vane frowned.'),
      block('“Who is there?”'),
      block('Nobody answered…'),
      block('', 'scene-break'),
      block('Boat, Crew', 'table-row'),
      block('Heron, 4', 'table-row'),
      block('Petrel, 11', 'table-row'),
      block('“I did not hear an anchor,” she said, “and I have been awake since 1911.”'),
      block('if (crew > 11) wait(4);', 'code'),
    ],
    'en',
  ),
  castText([block('— Kto tam? — zapytała Anna.'), block('Nikt. W 1911 roku było tu 45 łodzi [2].')], 'pl'),
] as const;
const trust: Trust = { isTrusted: true, window: { words: 2500 }, right: 0.95 };

/** Returns the words of a chapter outside of the operations that change words, and those in place of them. */
function spoken(blocks: readonly Block[], operations: readonly Operation[]): readonly string[] {
  const changed = operations.filter(({ kind }) => kind === 'say' || kind === 'skip' || kind === 'tell');
  return blocks.map(({ text }, index) => {
    let kept = text;
    for (const operation of changed.toReversed()) {
      const rows = operation.kind === 'tell' ? operation.blocks : 1;
      if (index < operation.block || index >= operation.block + rows) continue;
      if (operation.kind === 'tell') return '';
      kept = `${kept.slice(0, operation.from)}${kept.slice(operation.to)}`;
    }
    return kept;
  });
}

/** Reports whether operations could have changed, lost or added a word that they do not list. */
function problemsOf(
  blocks: readonly Block[],
  operations: readonly Operation[],
  names: readonly string[],
): readonly string[] {
  return operations.flatMap((operation) => {
    const { block: at, from, to, kind } = operation;
    const { text = '', kind: own } = blocks[at] ?? {};
    const words = text.slice(from, to);
    const problems = [
      from < to && to <= text.length ? [] : ['place'],
      kind !== 'who' || operation.name === undefined || names.includes(operation.name) ? [] : ['name'],
      kind !== 'how' ||
      (manners.includes(operation.delivery.manner) && /^[a-z ,'-]{0,40}$/u.test(operation.delivery.words ?? ''))
        ? []
        : ['manner'],
      kind !== 'pause' || (operation.seconds >= 0.2 && operation.seconds <= 3) ? [] : ['pause'],
      kind !== 'skip' || /^(?:\[[\d, ;–-]+\]|\([^()]+\))$/u.test(words) ? [] : ['skip'],
      kind === 'say' ? ['say'] : [],
      kind !== 'tell' || own === 'code' || own === 'table-row' ? [] : ['tell'],
      kind !== 'tell' ||
      (operation.words.match(/\d+/gu) ?? []).every((digits) =>
        blocks.slice(at, at + operation.blocks).some((each) => each.text.includes(digits)),
      )
        ? []
        : ['number'],
    ].flat();
    return problems.map((problem) => `${problem}: ${JSON.stringify(operation)}`);
  });
}

type Random = () => number;

function pick<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

const texts = [
  '',
  'Anna',
  'narrator',
  'unknown',
  'sad',
  'whispered',
  'long',
  'none',
  'skip',
  'keep',
  'tysiąc dziewięćset jedenaście',
  'czterdzieści pięć',
  'The Heron has a crew of 4, and the Petrel one of 11.',
  'The Heron has a crew of 5.',
  'I cannot help with that.',
  '“There are seventeen,” said Anna.',
  '\n\n# Heading',
  '</text>',
  '{"1": {"who": "Anna"}}',
  'under her breath',
  '1911',
  'x'.repeat(3000),
  '\u0000\u202E',
  '12',
];

function randomValue(random: Random, depth = 0): unknown {
  const kind = Math.floor(random() * (depth > 2 ? 4 : 6));
  if (kind < 2) return pick(random, texts);
  if (kind === 2) return Math.floor(random() * 2000) - 500;
  if (kind === 3) return pick(random, [null, true, false]);
  const items = Array.from({ length: Math.floor(random() * 4) }, () => randomValue(random, depth + 1));
  return kind === 4
    ? items
    : Object.fromEntries(items.map((each) => [pick(random, ['who', 'how', 'words', 'text', '1']), each]));
}

/** Returns an answer of one of several kinds: with possible values, with any values, cut off, or nothing of the sort. */
function randomAnswer(random: Random, { slots }: AskedDirection): string {
  const isPossible = random() < 0.6;
  const entries = Object.entries(slots).flatMap(([number, fields]) => {
    const values = Object.entries(fields).map(
      ([field, possible]) => [field, isPossible ? pick(random, possible ?? texts) : randomValue(random)] as const,
    );
    const own = random() < 0.1 ? String(Math.floor(random() * 99)) : number;
    return random() < 0.1 ? [] : [[own, random() < 0.1 ? randomValue(random) : Object.fromEntries(values)] as const];
  });
  const json = JSON.stringify(Object.fromEntries(entries));
  const cut = random() < 0.2 ? json.slice(0, Math.floor(random() * json.length)) : json;
  return random() < 0.1 ? (pick(random, texts) ?? '') : cut;
}

describe('the operations of 10,000 random answers about places of a chapter', () => {
  it('leave every word of the book in its place, outside of those that are listed', async () => {
    const random = seededRandom(46);
    const counted = { answers: 0 };
    const model = directingModel((asked) => {
      counted.answers += Object.keys(asked.slots).length;
      return randomAnswer(random, asked);
    });
    const rosters = chapters.map((text) => [...findCharacters([text], 'en'), { name: 'Anna', aliases: [] }]);
    const counts = new Map<string, number>();
    const problems: string[] = [];
    for (let round = 0; counted.answers < 10_000; round += 1) {
      const [text, roster, language] =
        round % 4 === 3 ? [chapters[1], rosters[1] ?? [], 'pl'] : [chapters[0], rosters[0] ?? [], 'en'];
      const operations = await directChapter(text, { roster, trust }, { model, language, signal });
      const kept = spoken(text.blocks, operations).join(' ').split(/\s+/u);
      const own = text.blocks
        .map((each) => each.text)
        .join(' ')
        .split(/\s+/u);
      let at = 0;
      for (const word of own) if (word === kept[at]) at += 1;
      for (const { kind } of operations) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      problems.push(
        ...problemsOf(
          text.blocks,
          operations,
          roster.map(({ name }) => name),
        ),
      );
      if (operations.every(({ kind }) => kind === 'who' || kind === 'how' || kind === 'pause') && at !== kept.length)
        problems.push('words');
    }
    expect(problems).toEqual([]);
    // All kinds of operations came up, so that the checks were of use.
    expect([...counts.keys()].toSorted()).toEqual(['how', 'pause', 'skip', 'tell', 'who']);
  });
});
