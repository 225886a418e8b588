import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folders, packages, rooms } from '../scripts/rooms.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/u.test(file),
);
/** Imports of each file, types and dynamic imports included: files of `src`, or names of packages. */
const imports = new Map(files.map((file) => [file, importsOf(file)]));
const roomAllows: Readonly<Record<string, readonly string[]>> = rooms;
const folderAllows: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = folders;
const packageRooms: Readonly<Record<string, readonly string[]>> = packages;

describe('the rooms of src', () => {
  it('are all in the table', () => {
    const found = new Set(files.filter((file) => file.includes('/')).map(roomOf));
    expect([...found].toSorted()).toEqual(Object.keys(rooms).toSorted());
  });

  it('import only the rooms that the table allows', () => {
    const wrong = eachImport().filter(
      ([file, to]) =>
        files.includes(to) && roomOf(file) !== roomOf(to) && !roomAllows[roomOf(file)]?.includes(roomOf(to)),
    );
    expect(wrong.filter(([file]) => file !== 'index.ts')).toEqual([]);
  });

  it.each(Object.keys(folders))('hold the walls between the folders of %s', (parent) => {
    const allowed = folderAllows[parent] ?? {};
    const wrong = eachImport().filter(([file, to]) => {
      const [from, target] = [folderIn(parent, file), folderIn(parent, to)];
      return from && target && from !== target && allowed[from] && allowed[target] && !allowed[from].includes(target);
    });
    expect(wrong).toEqual([]);
  });

  it('import only packages that are theirs', () => {
    const wrong = eachImport().filter(([file, to]) => {
      if (files.includes(to) || to.startsWith('node:')) return false;
      const name = to
        .split('/')
        .slice(0, to.startsWith('@') ? 2 : 1)
        .join('/');
      return !packageRooms[name]?.includes(roomOf(file));
    });
    expect(wrong).toEqual([]);
  });

  it('import nothing in a circle, types included', () => {
    expect(findCircle()).toBeUndefined();
  });

  it('have tables of languages in languages/ alone, but for what a service or a reader takes', () => {
    const entry = /^\s+'?(?:de|en|es|fr|it|ja|pt|ru|zh)'?: /gmu;
    const tables = files.filter((file) => (source(file).match(entry)?.length ?? 0) >= 3);
    const others = tables.filter((file) => !/^(?:languages|speech)\//u.test(file));
    expect(others).toEqual(['book/language/choose-language.ts']);
  });

  it('have no more than 20 files flat in a folder, and no member with the keyword private', () => {
    const counts = byFolder();
    expect([...counts].filter(([, inside]) => inside.length > 20).map(([folder]) => folder)).toEqual([]);
    expect(files.filter((file) => /^\s+private\s/mu.test(source(file)))).toEqual([]);
  });
});

function source(file: string): string {
  return readFileSync(path.join(root, 'src', file), 'utf8');
}

function importsOf(file: string): readonly string[] {
  return [...source(file).matchAll(/(?:\bfrom|\bimport\(|^import)\s*'([^'\n]+)'/gmu)].map(([, to = '']) =>
    to.startsWith('.') ? path.join(path.dirname(file), to) : to,
  );
}

function eachImport(): readonly (readonly [file: string, to: string])[] {
  return [...imports].flatMap(([file, targets]) => targets.map((to) => [file, to] as const));
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}

/** Returns the name of the folder of `parent` that a file is in. */
function folderIn(parent: string, file: string): string | undefined {
  return file.startsWith(`${parent}/`) ? file.slice(parent.length + 1).split('/')[0] : undefined;
}

function findCircle(): readonly string[] | undefined {
  const finished = new Set<string>();
  const visit = (file: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (finished.has(file)) return undefined;
    for (const to of imports.get(file) ?? []) {
      const circle = visit(to, [...way, file]);
      if (circle) return circle;
    }
    finished.add(file);
    return undefined;
  };
  for (const file of files) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return undefined;
}

function byFolder(): ReadonlyMap<string, readonly string[]> {
  const folderNames = new Set(files.map((file) => path.dirname(file)));
  return new Map([...folderNames].map((folder) => [folder, files.filter((file) => path.dirname(file) === folder)]));
}
