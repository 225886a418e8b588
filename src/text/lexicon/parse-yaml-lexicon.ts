import type { Node, Scalar, YAMLMap } from 'yaml';
import { AudiobookError } from '../../core/errors.ts';
import { parseLanguage } from '../../core/language.ts';
import type { LexiconEntry } from './lexicon-entry.ts';
import { lexiconError, pronunciation, spokenForm, writtenForm } from './lexicon-forms.ts';
import type { LexiconPlace } from './lexicon-forms.ts';
import { compilePattern } from '../../core/strings/safe-pattern.ts';
import type { SafePattern } from '../../core/strings/safe-pattern.ts';

/**
 * Returns the entries of a lexicon in YAML: a mapping of written to spoken forms, with the sections `languages` and `voices`.
 * Entries without a spoken form are left out; one that is written as empty, `""`, says that its words are not read. Throws `bad-value` with the line.
 */
export async function parseYamlLexicon(text: string, name: string): Promise<readonly LexiconEntry[]> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const placeAt = (offset: number): LexiconPlace => ({ name, line: lines.linePos(offset).line });
  const reader: Reader = {
    yaml,
    placeOf: (node) => placeAt(node.range?.[0] ?? 0),
    shown: ({ range }) => (range ? text.slice(range[0], range[1]) : ''),
  };
  let document;
  try {
    // Every value is a text: `No:` and `1984:` are words. Keys are compared below, in linear time.
    document = yaml.parseDocument(text, {
      schema: 'failsafe',
      uniqueKeys: false,
      prettyErrors: false,
      lineCounter: lines,
    });
  } catch (thrown) {
    throw new AudiobookError('bad-value', `The lexicon ${name} cannot be read: it is nested too deeply.`, {
      cause: thrown,
    });
  }
  const [error] = document.errors;
  if (error) {
    const { line } = placeAt(error.pos[0]);
    throw new AudiobookError('bad-value', `The lexicon ${name} is not valid YAML. Line ${line}: ${error.message}`);
  }
  const { contents } = document;
  if (contents === null || isEmpty(contents, reader)) return [];
  return await readSection(contents, {}, reader);
}

interface Reader {
  readonly yaml: typeof import('yaml');
  readonly placeOf: (node: Node) => LexiconPlace;
  /** Returns a node as it is written. */
  readonly shown: (node: Node) => string;
}

/** The fields that all entries of a section share. */
type Scope = Pick<LexiconEntry, 'language' | 'voice'>;

async function readSection(node: Node, scope: Scope, reader: Reader): Promise<LexiconEntry[]> {
  const { yaml, placeOf, shown } = reader;
  if (!yaml.isMap(node)) throw lexiconError(placeOf(node), shown(node), expectedMapping);
  const entries: LexiconEntry[] = [];
  const seen = new Set<string>();
  for (const { key, value, place } of pairsOf(node, reader)) {
    if (seen.has(key)) throw lexiconError(place, key, 'each key once in a section');
    seen.add(key);
    const scopes = yaml.isMap(value) ? innerScopes(key, scope) : undefined;
    if (scopes && yaml.isMap(value)) entries.push(...(await readSections(value, scopes, reader)));
    else entries.push(...(await readEntry({ key, value, place }, scope, reader)));
  }
  return entries;
}

/** Returns how the keys of the section `languages` or `voices` narrow the scope, or undefined for another key. */
function innerScopes(key: string, scope: Scope): ((name: string) => Scope | undefined) | undefined {
  if (key === 'voices' && scope.voice === undefined) return (voice) => ({ ...scope, voice });
  if (key !== 'languages' || scope.language !== undefined) return undefined;
  return (code) => {
    const language = parseLanguage(code);
    return language === undefined ? undefined : { ...scope, language };
  };
}

async function readSections(
  node: YAMLMap,
  scopeOf: (name: string) => Scope | undefined,
  reader: Reader,
): Promise<LexiconEntry[]> {
  const entries: LexiconEntry[] = [];
  for (const { key, value, place } of pairsOf(node, reader)) {
    const scope = scopeOf(key);
    if (!scope) throw lexiconError(place, key, 'a BCP-47 language code, for example en or pt-BR');
    if (value && !isEmpty(value, reader)) entries.push(...(await readSection(value, scope, reader)));
  }
  return entries;
}

interface KeyedValue {
  readonly key: string;
  readonly value: Node | undefined;
  readonly place: LexiconPlace;
}

async function readEntry({ key, value, place }: KeyedValue, scope: Scope, reader: Reader): Promise<LexiconEntry[]> {
  const forms = value && (isWrittenEmpty(value, reader) || !isEmpty(value, reader)) ? formsOf(value, reader) : {};
  if (forms.say === undefined && forms.ipa === undefined) return [];
  const pattern = await patternOf(key, forms.say, place);
  return [{ written: pattern ? key : writtenForm(key, place), pattern, ...forms, ...scope }];
}

/** Returns the pattern of a key between slashes. */
async function patternOf(key: string, say = '', place: LexiconPlace): Promise<SafePattern | undefined> {
  const [, source, flags = ''] = /^\/(.+)\/([ims]*)$/su.exec(key) ?? [];
  if (source === undefined) return undefined;
  const pattern = await compilePattern(source, flags, (shown, expected) => lexiconError(place, shown, expected));
  const groups = [...say.matchAll(/\$(\d)/gu)].map(([, number]) => Number(number));
  if (groups.every((group) => group <= pattern.groupCount)) return pattern;
  throw lexiconError(place, say, `$0 to $${pattern.groupCount}, the groups of the pattern`);
}

type Forms = Pick<LexiconEntry, 'say' | 'ipa'>;

/** Reads `spoken form`, `/IPA/` or `{ say: …, ipa: … }`. */
function formsOf(value: Node, reader: Reader): Forms {
  const { yaml, placeOf, shown } = reader;
  if (yaml.isScalar(value)) {
    const text = scalarText(value).trim();
    if (isWrittenEmpty(value, reader)) return { say: '' };
    return formOf(isBetweenSlashes(text) ? 'ipa' : 'say', text, placeOf(value));
  }
  if (!yaml.isMap(value)) throw lexiconError(placeOf(value), shown(value), expectedEntry);
  const forms = [...pairsOf(value, reader)].map(({ key, value: form, place }) => {
    if (form && !yaml.isScalar(form)) throw lexiconError(place, shown(form), expectedEntry);
    if (key === 'say' && form && isWrittenEmpty(form, reader)) return { say: '' };
    return formOf(key, form ? scalarText(form).trim() : '', place);
  });
  return Object.assign({}, ...forms);
}

function formOf(key: string, text: string, place: LexiconPlace): Forms {
  if (key === 'say') return { say: spokenForm(text, place) };
  if (key === 'ipa') return { ipa: pronunciation(isBetweenSlashes(text) ? text.slice(1, -1) : text, place) };
  throw lexiconError(place, key, expectedEntry);
}

function isBetweenSlashes(text: string): boolean {
  return text.length > 2 && text.startsWith('/') && text.endsWith('/');
}

const expectedEntry = 'a spoken form, a pronunciation between slashes, or { say: …, ipa: … }';
const expectedMapping = 'lines of the form "written: spoken"';

function* pairsOf(map: YAMLMap, { yaml, placeOf, shown }: Reader): Generator<KeyedValue, void, undefined> {
  for (const { key, value } of map.items) {
    if (!yaml.isNode(key)) continue;
    const place = placeOf(key);
    if (!yaml.isScalar(key)) throw lexiconError(place, shown(key), expectedMapping);
    if (yaml.isAlias(value)) throw lexiconError(place, `*${value.source}`, expectedEntry);
    yield { key: scalarText(key), value: yaml.isNode(value) ? value : undefined, place };
  }
}

/** A missing value is not filled in yet. */
function isEmpty(value: Node, { yaml }: Reader): boolean {
  return yaml.isScalar(value) && scalarText(value).trim() === '';
}

/** `""`: the words are not read. */
function isWrittenEmpty(value: Node, reader: Reader): boolean {
  return isEmpty(value, reader) && reader.yaml.isScalar(value) && value.type?.startsWith('QUOTE') === true;
}

function scalarText({ value }: Scalar): string {
  return typeof value === 'string' ? value : '';
}
