import type { Settings } from '../../core/settings.ts';
import type { Voice } from '../../speech/provider.ts';
import { speaksLanguage, voicesFor } from '../../speech/voices-for.ts';
import { engineVersion } from '../../speech/natural/engine/engine-version.ts';
import { speedOnThisMachine } from '../../speech/natural/speed/model-speed.ts';
import { listedVoice, voicesOf } from '../../speech/natural/voices/natural-voice.ts';
import { dataFolder } from '../../voice-models/data-folder.ts';
import { naturalModels } from '../../voice-models/included-models.ts';
import { readCatalog } from '../../voice-models/read-catalog.ts';
import { downloadBytes } from '../../voice-models/voice-model.ts';
import type { VoiceModel } from '../../voice-models/voice-model.ts';

/** A model of natural voices, and whether it is on this machine. */
export interface ListedModel extends VoiceModel {
  /** `included`: in a package that came along with this program. */
  readonly state: 'installed' | 'included' | 'installable';
  /** Size of its download, or of what is included, in bytes. */
  readonly bytes: number;
  /** Its voices, in the language that was asked for. */
  readonly voices: readonly Voice[];
  /** Folder of a model on this machine. */
  readonly folder?: string | undefined;
  /** Seconds of speech that it makes in a second on this machine, where it was measured. */
  readonly speed?: number | undefined;
}

/** The filter of `listModels`. */
export interface ModelFilter {
  /** BCP-47 code. Default: all languages. */
  readonly language?: string | undefined;
  /** Leaves out what is not installed. Default: `false`. */
  readonly onlyInstalled?: boolean | undefined;
}

/** Returns the models that are included, those that are installed, then those that can be installed. Damaged ones are reported through `warn`. */
export async function listModels(
  settings: Settings,
  { language = '', onlyInstalled = false }: ModelFilter,
  warn?: (message: string) => void,
): Promise<readonly ListedModel[]> {
  const version = await engineVersion();
  const listed = (model: VoiceModel, rest: Pick<ListedModel, 'state' | 'folder' | 'speed'>): ListedModel => ({
    ...model,
    ...rest,
    bytes: downloadBytes(model),
    voices: voicesOfModel(model, language),
  });
  const installed: ListedModel[] = [];
  for (const one of await naturalModels(dataFolder(settings), warn)) {
    const measured = await speedOnThisMachine(one, version);
    const state = one.madeIn === undefined ? 'installed' : 'included';
    installed.push(listed(one.model, { state, folder: one.folder, speed: measured?.audioSecondsPerSecond }));
  }
  const ids = new Set(installed.map(({ id }) => id));
  const others = onlyInstalled ? [] : (await readCatalog(settings)).filter(({ id }) => !ids.has(id));
  const installable = others.map((model) => listed(model, { state: 'installable' }));
  return [...installed, ...installable].filter(
    ({ languages }) => language === '' || speaksLanguage(languages, language),
  );
}

function voicesOfModel(model: VoiceModel, language: string): readonly Voice[] {
  const voices = voicesOf({ model, folder: '', installed: '' });
  return voicesFor(
    voices.map((voice) => listedVoice(voice, language)),
    language,
  );
}
