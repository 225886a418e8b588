import { addTo } from '../../../core/collections/add-to.ts';
import { americanReadings } from './american.ts';
import { britishReadings } from './british.ts';

/** When a word is read so (its part of speech; `end` before a mark and at the end; `any`), and how. */
export type Reading = readonly [condition: string, reading: string];

/** Readings that misaki lacks: the metal. */
const ownReadings = 'lead material lˈɛd;';

const tables = {
  american: lazyTable(ownReadings + americanReadings),
  british: lazyTable(ownReadings + britishReadings),
};

/** Returns the readings that a word has beside the usual one, by its exact spelling. */
export function readingsOf(word: string, variety: 'american' | 'british'): readonly Reading[] {
  return tables[variety]().get(word) ?? [];
}

function lazyTable(rows: string): () => ReadonlyMap<string, readonly Reading[]> {
  let table: Map<string, Reading[]> | undefined;
  return () => {
    if (table) return table;
    table = new Map();
    for (const row of rows.split(';')) {
      const [word = '', condition = '', reading = ''] = row.trim().split(' ');
      addTo(table, word, [condition, reading]);
    }
    return table;
  };
}
