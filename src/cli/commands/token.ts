import { z } from 'zod';
import { roles } from '../../server/access/caller.ts';
import type { Quota } from '../../server/access/caller.ts';
import { addToken, readTokens, revokeToken } from '../../server/access/token-file.ts';
import { defineCommand } from '../define-command.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import type { ProcessContext } from '../process-context.ts';
import { jsonOptions } from '../run-options.ts';
import { tokensFile } from '../tokens-file.ts';
import { formatTable } from '../view/format-table.ts';

const nameArgument = { name: '<name>', description: 'name of the token, which is the owner of its jobs' } as const;

const add = defineCommand({
  description: 'Adds a token and prints it, once: only its hash is kept. A running service reads it after SIGHUP.',
  argument: nameArgument,
  options: {
    role: {
      flag: '--role <role>',
      schema: z.enum(roles),
      description: 'an admin sees the jobs of all, a user its own',
      default: 'user',
    },
    quota: {
      flag: '--quota <limits>',
      schema: z
        .string()
        .regex(/^(?:jobs|characters)=[1-9]\d{0,14}(?:,(?:jobs|characters)=[1-9]\d{0,14})?$/u)
        .transform(quotaFrom),
      expected: 'jobs=N, characters=N or both, for example jobs=5,characters=2000000',
      description: 'jobs that may wait or run at the same time, characters in 24 hours',
      defaultNote: 'no limit',
    },
  },
  async run({ context, options: { role = 'user', quota = {} }, args: [name = ''] }) {
    const token = await addToken(await fileOf(context), { name, role, quota }, context.signal);
    context.stdout.write(`${token}\n`);
    return 0;
  },
});

const list = defineCommand({
  description: 'Lists the named tokens.',
  options: jsonOptions,
  async run({ context, options: { json } }) {
    const tokens = (await readTokens(await fileOf(context))) ?? [];
    if (json) {
      const shown = tokens.map(({ hash: _hash, createdMs, ...token }) => ({ ...token, created: isoDay(createdMs) }));
      context.stdout.write(`${JSON.stringify({ tokens: shown })}\n`);
      return 0;
    }
    const rows = tokens.map(({ name, role, createdMs, quota }) => [name, role, isoDay(createdMs), shownQuota(quota)]);
    context.stdout.write(formatTable([['NAME', 'ROLE', 'CREATED', 'QUOTA'], ...rows]));
    return 0;
  },
});

const revoke = defineCommand({
  description: 'Removes a token. A running service refuses it after SIGHUP. Its jobs stay, and go on.',
  argument: nameArgument,
  options: {},
  async run({ context, args: [name = ''] }) {
    await revokeToken(await fileOf(context), name, context.signal);
    context.stdout.write(`Revoked ${name}\n`);
    return 0;
  },
});

/** `audiobook token add NAME | list | revoke NAME`: the named tokens of the service. */
export const tokenCommand = defineCommand({
  description: 'Adds, lists and revokes named tokens of the HTTP service.',
  options: {},
  subcommands: { add, list, revoke },
});

async function fileOf(context: ProcessContext): Promise<string> {
  return tokensFile(context, await loadProcessSettings(context));
}

function quotaFrom(text: string): Quota {
  const limits = text.split(',').map((limit) => limit.split('='));
  return Object.fromEntries(limits.map(([name = '', value]) => [name, Number(value)]));
}

function shownQuota(quota: Quota): string {
  const limits = Object.entries(quota).map(([name, value]) => `${name}=${value}`);
  return limits.length === 0 ? '-' : limits.join(',');
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
