import { AudiobookError } from '../../../core/errors.ts';
import type { InboxOptions } from '../../../server/inbox/job-inbox.ts';

/** The options of an inbox on the command line of `audiobook serve`. */
export interface InboxFlags {
  readonly inbox?: string | undefined;
  readonly inboxKind?: 'convert' | 'audiobook' | undefined;
  readonly inboxOut?: string | undefined;
  /** Texts such as `voice=af_heart`. */
  readonly inboxField?: readonly string[] | undefined;
  /** In seconds. */
  readonly settle?: number | undefined;
}

const defaultSettleSeconds = 10;

/** Returns the inbox that the options of `audiobook serve` ask for, or undefined. Throws `usage` for options of an inbox without one. */
export function inboxOf(flags: InboxFlags): InboxOptions | undefined {
  const { inbox: folder, inboxKind = 'convert', inboxOut: outFolder, inboxField = [] } = flags;
  const { settle = defaultSettleSeconds } = flags;
  if (folder === undefined) {
    requireNone(flags);
    return undefined;
  }
  const kind = inboxKind === 'convert' ? 'synthesize' : 'audiobook';
  return { folder, outFolder, kind, fields: inboxField, settleMs: settle * 1000 };
}

function requireNone({ inboxKind, inboxOut, inboxField, settle }: InboxFlags): void {
  const about = { '--inbox-kind': inboxKind, '--inbox-out': inboxOut, '--inbox-field': inboxField, '--settle': settle };
  const [flag] = Object.entries(about).find(([, value]) => value !== undefined) ?? [];
  if (flag === undefined) return;
  throw new AudiobookError('usage', `${flag} needs --inbox, the folder where books are dropped.`);
}
