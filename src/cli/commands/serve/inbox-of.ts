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

/** Returns the inbox that the options of `audiobook serve` ask for, or undefined. */
export function inboxOf(flags: InboxFlags): InboxOptions | undefined {
  const { inbox: folder, inboxKind = 'convert', inboxOut: outFolder, inboxField = [] } = flags;
  const { settle = defaultSettleSeconds } = flags;
  if (folder === undefined) return undefined;
  const kind = inboxKind === 'convert' ? 'synthesize' : 'audiobook';
  return { folder, outFolder, kind, fields: inboxField, settleMs: settle * 1000 };
}
