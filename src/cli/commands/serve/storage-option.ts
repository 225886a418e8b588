import { z } from 'zod';
import type { Settings } from '../../../core/settings.ts';
import { withStorage } from '../../../server/cluster/queue/queue-settings.ts';
import { loadProcessSettings } from '../../load-process-settings.ts';
import type { ProcessContext } from '../../process-context.ts';

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

/** Loads the settings of the process with the storage that a flag names. */
export async function loadSettingsWithStorage(
  context: ProcessContext,
  { storage }: { readonly storage?: string | undefined },
): Promise<Settings> {
  return withStorage(await loadProcessSettings(context), storage);
}
