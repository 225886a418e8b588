import { z } from 'zod';
import { roles } from '../../../server/access/caller.ts';
import type { Quota } from '../../../server/access/caller.ts';
import { addToken, readTokens, revokeToken } from '../../../server/access/token-file.ts';
import type { OptionGroup } from '../../../pipeline/options/option.ts';
import { defineCommand } from '../../define-command.ts';
import type { Invocation } from '../../define-command.ts';
import { tokensFile } from './tokens-file.ts';
import { formatTable } from '../../view/format-table.ts';
import { jsonOptions } from '../../options.ts';

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
  async run(invocation) {
    const { context, options, args } = invocation;
    const { role = 'user', quota = {} } = options;
    const token = await addToken(await fileOf(invocation), { name: args[0] ?? '', role, quota }, context.signal);
    context.stdout.write(`${token}\n`);
  },
});

const list = defineCommand({
  description: 'Lists the named tokens.',
  options: jsonOptions,
  async run(invocation) {
    const kept = (await readTokens(await fileOf(invocation))) ?? [];
    const tokens = kept.map(({ hash: _hash, createdMs, ...token }) => ({ ...token, created: isoDay(createdMs) }));
    const rows = tokens.map(({ name, role, created, quota }) => [name, role, created, shownQuota(quota)]);
    invocation.print({ tokens }, () => formatTable([['NAME', 'ROLE', 'CREATED', 'QUOTA'], ...rows]));
  },
});

const revoke = defineCommand({
  description: 'Removes a token. A running service refuses it after SIGHUP. Its jobs stay, and go on.',
  argument: nameArgument,
  options: {},
  async run(invocation) {
    const { context, args } = invocation;
    const [name = ''] = args;
    await revokeToken(await fileOf(invocation), name, context.signal);
    context.stdout.write(`Revoked ${name}\n`);
  },
});

/** `audiobook token add NAME | list | revoke NAME`: the named tokens of the service. */
export const command = defineCommand({
  description: 'Adds, lists and revokes named tokens of the HTTP service.',
  options: {},
  subcommands: { add, list, revoke },
});

async function fileOf({ context, settings }: Pick<Invocation<OptionGroup>, 'context' | 'settings'>): Promise<string> {
  return tokensFile(context, await settings());
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
