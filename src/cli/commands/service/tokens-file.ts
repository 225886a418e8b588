import path from 'node:path';
import type { Settings } from '../../../core/settings.ts';
import { tokensFileSetting } from '../../../server/server-settings.ts';
import type { ProcessContext } from '../../process-context.ts';

/** Returns the path of the file of named tokens. */
export function tokensFile({ workingFolder, configFolder }: ProcessContext, settings: Settings): string {
  const set = settings.get(tokensFileSetting);
  return set === undefined ? path.join(configFolder, 'tokens.json') : path.resolve(workingFolder, set);
}
