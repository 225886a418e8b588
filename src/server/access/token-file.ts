import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AudiobookError, invalidValue, systemCode } from '../../core/errors.ts';
import { makeFolders } from '../../core/files/make-folder.ts';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { lockPath } from '../../core/process/lock-path.ts';
import { roles } from './caller.ts';
import type { Caller } from './caller.ts';

const tokenSchema = z.object({
  name: z.string(),
  role: z.enum(roles),
  /** SHA-256 in hex. Tokens are random, so a slow hash would protect nothing more. */
  hash: z.string().regex(/^[0-9a-f]{64}$/u),
  createdMs: z.number(),
  quota: z.object({ jobs: z.number().optional(), characters: z.number().optional() }),
});

const fileSchema = z.object({ version: z.literal(1), tokens: z.array(tokenSchema) });

/** A named token as the file has it: without the token itself. */
export type TokenEntry = Readonly<z.infer<typeof tokenSchema>>;

/** Returns the SHA-256 of a token in hex. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns the tokens of a file, or undefined when it does not exist. Throws `bad-value` for a damaged or unreadable one. */
export async function readTokens(file: string): Promise<readonly TokenEntry[] | undefined> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(file, 'utf8'))).tokens;
  } catch (cause) {
    const code = systemCode(cause);
    if (code === 'ENOENT') return undefined;
    const problem = code === undefined ? 'is damaged or of a newer version' : `cannot be read (${code})`;
    throw new AudiobookError('bad-value', `The file of tokens ${file} ${problem}.`, { cause });
  }
}

/** Options of `addToken`. */
export interface NewToken extends Pick<Caller, 'role' | 'quota'> {
  readonly name: string;
}

/** Adds a token to a file, which only its owner can read, and returns it. Throws `bad-value` for a bad name or one that exists. */
export async function addToken(file: string, { name, role, quota }: NewToken, signal: AbortSignal): Promise<string> {
  if (!namePattern.test(name))
    throw invalidValue('name', name, '1 to 64 letters, digits, dots, hyphens or underscores');
  const token = `ab_${randomBytes(32).toString('base64url')}`;
  await changeTokens(file, signal, (tokens) => {
    if (tokens.some((entry) => entry.name === name)) {
      throw new AudiobookError('bad-value', `A token named '${name}' exists. Revoke it first, or choose another name.`);
    }
    return [...tokens, { name, role, hash: tokenHash(token), createdMs: Date.now(), quota }];
  });
  return token;
}

const namePattern = /^[\w.-]{1,64}$/u;

/** Removes a token from a file. Throws `bad-value` for an unknown name. */
export async function revokeToken(file: string, name: string, signal: AbortSignal): Promise<void> {
  await changeTokens(file, signal, (tokens) => {
    const left = tokens.filter((entry) => entry.name !== name);
    if (left.length === tokens.length) {
      throw new AudiobookError('bad-value', `No token is named '${name}'. See: audiobook token list`);
    }
    return left;
  });
}

async function changeTokens(
  file: string,
  signal: AbortSignal,
  change: (tokens: readonly TokenEntry[]) => readonly TokenEntry[],
): Promise<void> {
  await makeFolders(path.dirname(file));
  const inUse = () => new AudiobookError('output-failed', `Another program is changing ${file}. Try again.`);
  const lock = await lockPath(`${file}.lock`, { signal, inUse, onLost: () => undefined });
  try {
    const tokens = change((await readTokens(file)) ?? []);
    await using target = await openAtomicFile(file, { mode: 0o600 });
    await writeFile(target.path, `${JSON.stringify({ version: 1, tokens }, undefined, 2)}\n`);
    await target.commit();
  } finally {
    await lock[Symbol.asyncDispose]();
  }
}
