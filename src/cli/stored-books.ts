import { loadSettings } from '../core/load-settings.ts';
import { storedBooksFolder } from '../pipeline/source/find-stored-books.ts';
import { cacheFolderSetting, segmentFolder } from '../pipeline/tools/segment-folder.ts';
import type { ProcessContext } from './process-context.ts';

/** Returns the folder of books as earlier runs read them, or undefined when the settings cannot be loaded: the run says why. */
export async function storedBooksOf({
  environment,
  workingFolder,
  configFolder,
  cacheFolder,
}: ProcessContext): Promise<string | undefined> {
  try {
    const { settings } = await loadSettings({ environment, workingFolder, configFolder }, [cacheFolderSetting]);
    return storedBooksFolder(segmentFolder(settings, cacheFolder));
  } catch {
    return undefined;
  }
}
