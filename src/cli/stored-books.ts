import { loadSettings } from '../core/load-settings.ts';
import { cacheFolderSetting, segmentFolder } from '../pipeline/store/store-settings.ts';
import type { ProcessContext } from './process-context.ts';

/** Returns the folder of the store that has books as earlier runs read them, or undefined when the settings cannot be loaded: the run says why. */
export async function storedBooksOf({
  environment,
  workingFolder,
  configFolder,
  cacheFolder,
}: ProcessContext): Promise<string | undefined> {
  try {
    const { settings } = await loadSettings({ environment, workingFolder, configFolder }, [cacheFolderSetting]);
    return segmentFolder(settings, cacheFolder);
  } catch {
    return undefined;
  }
}
