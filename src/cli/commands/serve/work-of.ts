import { AudiobookError } from '../../../core/errors.ts';
import type { OptionValues } from '../../../pipeline/options/option.ts';
import type { ServeOptions } from '../../../server/run-service.ts';
import type { workOptions } from './worker.ts';

type WorkFlags = OptionValues<typeof workOptions> & { readonly work?: boolean | undefined };

/** Returns the background work of a service, or undefined for none. Throws `usage` for flags that do not fit together. */
export function workOf({ work, concurrency, providers }: WorkFlags, queue: string | undefined): ServeOptions['work'] {
  if (work && queue === undefined) {
    throw new AudiobookError('usage', '--work needs --queue: without a queue, the service converts its books itself.');
  }
  if (work) return { concurrency, providers };
  if (concurrency === undefined && providers === undefined) return undefined;
  const flag = concurrency === undefined ? '--providers' : '--concurrency';
  throw new AudiobookError('usage', `${flag} needs --work. Without it, the service leaves its books to workers.`);
}
