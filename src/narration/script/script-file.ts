import { createHash } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '../../core/http/parse-json.ts';
import { fileName } from '../../core/file-name.ts';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import type { ScriptStep } from '../narration-event.ts';

/** A script on disk. */
export interface ScriptFile {
  readonly title: string;
  /** Hash of source, task, prompt and models. */
  readonly fingerprint: string;
  /** Repairs and fallbacks of the model's completions. */
  readonly steps: readonly ScriptStep[];
  readonly script: string;
  /** The script was changed after it was written. */
  readonly edited: boolean;
  /** Number of the line of the file on which the script begins, from 1. */
  readonly firstLine: number;
}

/** Returns the path of a chapter's script: `scripts/003 - Title.md`. */
export function scriptPath(folder: string, number: number, title: string): string {
  return path.join(folder, 'scripts', `${String(number).padStart(3, '0')} - ${fileName(title) || 'Chapter'}.md`);
}

/** Reads a script. Returns undefined when the file is missing or unreadable. */
export async function readScriptFile(file: string): Promise<ScriptFile | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const parts = partsOf(text ?? '');
  if (!parts) return undefined;
  const { head, body } = parts;
  const firstLine = (text ?? '').slice(0, -body.trimStart().length).split('\n').length;
  const fields = headFields(head);
  const script = body.replaceAll('\r\n', '\n').trim();
  const steps = fields.get('steps');
  return {
    title: textOf(fields.get('title')),
    fingerprint: textOf(fields.get('fingerprint')),
    steps: Array.isArray(steps) ? steps : [],
    script,
    edited: fields.get('written') !== hashOf(script),
    firstLine,
  };
}

/** Writes a script, with its source text in a file beside it. */
export async function writeScriptFile(
  file: string,
  { title, fingerprint, steps, script }: Omit<ScriptFile, 'edited' | 'firstLine'>,
  source: string,
): Promise<void> {
  const fields = { title, fingerprint, written: hashOf(script.trim()), steps };
  await writeFileAtomic(sourcePath(file), `${source.trim()}\n`, { makeFolder: true });
  await writeFileAtomic(file, fileText(fields, script), { makeFolder: true });
}

/** Returns the source of a script: the text that it was made from. */
export async function readScriptSource(file: string): Promise<string> {
  return (await readFile(sourcePath(file), 'utf8')).trim();
}

/** Gives a script another text, as an editor would: it counts as edited from then on. Throws for an unreadable file. */
export async function editScriptFile(
  file: string,
  { title, script }: Pick<ScriptFile, 'title' | 'script'>,
): Promise<void> {
  const fields = headFields(partsOf(await readFile(file, 'utf8'))?.head ?? '');
  await writeFileAtomic(file, fileText({ ...Object.fromEntries(fields), title }, script));
}

function fileText(fields: Readonly<Record<string, unknown>>, script: string): string {
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ['---', ...head, '---', '', script.trim(), ''].join('\n');
}

function partsOf(text: string): { readonly head: string; readonly body: string } | undefined {
  const [, head, body = ''] = /^\uFEFF?---\r?\n(.*?)\r?\n---\r?\n?(.*)$/su.exec(text) ?? [];
  return head === undefined ? undefined : { head, body };
}

function headFields(head: string): ReadonlyMap<string, unknown> {
  return new Map(head.split(/\r?\n/u).map((line) => fieldOf(line)));
}

/** Deletes a script. An edited one is renamed instead, unless it was emptied, and its new path returned. */
export async function removeScriptFile(file: string): Promise<string | undefined> {
  const found = await readScriptFile(file);
  if (!found?.edited || found.script === '') {
    await rm(file, { force: true });
    return undefined;
  }
  const renamed = path.join(
    path.dirname(file),
    `${path.parse(file).name}.edited-${hashOf(found.script).slice(0, 8)}.md`,
  );
  await rename(file, renamed);
  return renamed;
}

function sourcePath(file: string): string {
  return path.join(path.dirname(file), `${path.parse(file).name}.source.md`);
}

function fieldOf(line: string): readonly [string, unknown] {
  const [, name = '', value = ''] = /^(\w+):\s*(.*)$/u.exec(line) ?? [];
  return [name, parseJson(value) ?? value];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}
