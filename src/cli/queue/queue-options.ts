import { z } from 'zod';
import { withStorage } from '../../server/cluster/queue/queue-settings.ts';
import type { Settings } from '../../core/settings.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import type { ProcessContext } from '../process-context.ts';

/** The option of the commands that share files with other machines. */
export const storageOption = {
  storage: {
    flag: '--storage <address>',
    schema: z.string().regex(/^(?:file|s3):\/\//u),
    expected: 'file:///folder or s3://bucket/prefix',
    description: 'where the machines of a queue share files: file:///mnt/books or s3://bucket/prefix',
    defaultNote: 'AUDIOBOOK_STORAGE',
    secret: true,
  },
} as const;

/** Options of the conversions that can leave a book to the workers of a queue. */
export const handOverOptions = {
  queue: {
    flag: '--queue <address>',
    schema: z.string(),
    description:
      'leave the book to the workers of a queue and fetch the result: redis://host:6379, or rediss:// for TLS; needs --storage',
    defaultNote: 'this machine converts it',
    secret: true,
  },
  ...storageOption,
} as const;

/** Loads the settings of the process with the storage that a flag names. */
export async function loadSettingsWithStorage(
  context: ProcessContext,
  { storage, warn }: { readonly storage?: string | undefined; readonly warn?: ((message: string) => void) | undefined },
): Promise<Settings> {
  return withStorage(await loadProcessSettings(context, warn), storage);
}
