// Writes `.oxlintrc.json` from the rules in `oxlint-base.json` and the walls in `rooms.mjs`: `npm run lint:config`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { folders, packages, rooms } from './rooms.mjs';

/** Returns the configuration of the linter. */
export function lintConfiguration() {
  const base = JSON.parse(readFileSync(new URL('oxlint-base.json', import.meta.url), 'utf8'));
  const walls = [
    override('src/*.ts', []),
    ...Object.keys(rooms).map((room) => override(`src/${room}/**`, roomWalls(room))),
    ...Object.entries(folders).flatMap(([parent, inner]) =>
      Object.keys(inner).map((name) => {
        const [room = ''] = parent.split('/');
        return override(`src/${parent}/${name}/**`, [...roomWalls(room), ...folderWalls(parent, name)]);
      }),
    ),
  ];
  return { ...base, overrides: [...walls, ...base.overrides] };
}

/** @param {string} files @param {readonly object[]} patterns */
function override(files, patterns) {
  const paths = [{ name: 'node:path', allowImportNames: ['default'], message: "Write import path from 'node:path'." }];
  return { files: [files], rules: { 'no-restricted-imports': ['error', { paths, patterns }] } };
}

/** @param {string} room */
function roomWalls(room) {
  const closed = Object.keys(rooms).filter((other) => other !== room && !rooms[room].includes(other));
  const foreign = Object.keys(packages).filter((name) => !packages[name].includes(room));
  const allowed = rooms[room].join(', ') || 'no other room';
  return [
    {
      regex: `^(?:\\.\\./)+(?:${[...closed.map((name) => `${name}/`), 'index\\.ts$'].join('|')})`,
      message: `src/${room} may import ${allowed} (scripts/rooms.mjs).`,
    },
    { regex: `^(?:${foreign.join('|')})(?:/|$)`, message: 'This package belongs to another room (scripts/rooms.mjs).' },
  ];
}

/** @param {string} parent @param {string} name */
function folderWalls(parent, name) {
  const closed = Object.keys(folders[parent]).filter(
    (other) => other !== name && !folders[parent][name].includes(other),
  );
  if (closed.length === 0) return [];
  return [
    {
      regex: `^\\.\\./(?:${closed.join('|')})/`,
      message: `src/${parent}/${name} may not import this folder (scripts/rooms.mjs).`,
    },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(
    new URL('../.oxlintrc.json', import.meta.url),
    `${JSON.stringify(lintConfiguration(), undefined, 2)}\n`,
  );
}
