import { AudiobookError, throwIfCanceled, toAudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { engineState } from '../../speech/natural/engine/engine-state.ts';
import { measureSpeed } from '../../speech/natural/speed/measure-speed.ts';
import { dataFolder } from '../../voice-models/data-folder.ts';
import { downloadClient } from '../../voice-models/download/download-client.ts';
import { modelMirrorSetting } from '../../voice-models/download/model-sources.ts';
import { findModel } from '../../voice-models/find-models.ts';
import { installModel } from '../../voice-models/install-model.ts';
import type { Installation, InstallEvent } from '../../voice-models/install-model.ts';
import { includedModels } from '../../voice-models/included-models.ts';
import { installedModels } from '../../voice-models/installed-models.ts';
import type { InstalledModel } from '../../voice-models/installed-models.ts';
import { readCatalog } from '../../voice-models/read-catalog.ts';
import { removeModel } from '../../voice-models/remove-model.ts';
import { voiceShelf } from '../../voice-models/shelf.ts';
import type { VoiceModel } from '../../voice-models/voice-model.ts';

/** Progress of the installation of the model that has this name. */
export type VoiceInstallEvent = { readonly name: string } & (
  | InstallEvent
  | { readonly type: 'measure' }
  /** The model is installed and does not speak here. */
  | { readonly type: 'problem'; readonly message: string }
);

/** Surroundings of `installVoices`. */
export interface InstallVoicesOptions {
  readonly settings: Settings;
  readonly signal: AbortSignal;
  /** Returns whether the person accepts a licence that restricts the use. */
  readonly accepts: (model: VoiceModel) => Promise<boolean>;
  readonly onEvent: (event: VoiceInstallEvent) => void;
}

/**
 * Installs the models that names mean, and yields each when it is in place. Throws `bad-value` before any download for a name
 * that means nothing and for a licence that is not accepted, `tool-missing` where the engine does not run, and what
 * `installModel` throws.
 */
export async function* installVoices(
  names: readonly string[],
  { settings, signal, accepts, onEvent }: InstallVoicesOptions,
): AsyncGenerator<Installation, void, undefined> {
  const known = await readCatalog(settings);
  const models = [...new Set(names.map((name) => findModel(name, known).model))];
  await requireEngine();
  for (const model of models) await requireAccepted(model, settings, accepts);
  await using client = downloadClient(settings);
  const mirror = settings.get(modelMirrorSetting);
  for (const model of models) {
    const notify = (event: InstallEvent): void => onEvent({ ...event, name: model.name });
    const options = { dataFolder: dataFolder(settings), client, mirror, signal, onEvent: notify };
    const installation = await installModel(voiceShelf, model, options);
    if (installation.isNew) {
      onEvent({ type: 'measure', name: model.name });
      const problem = await measureOnce(installation, signal);
      if (problem !== undefined) onEvent({ type: 'problem', name: model.name, message: problem });
    }
    yield installation;
  }
}

/** Measures how a new model uses the machine best. Returns why it could not be measured, which a run does not need. */
async function measureOnce(installed: InstalledModel, signal: AbortSignal): Promise<string | undefined> {
  try {
    await measureSpeed(installed, { signal });
    return undefined;
  } catch (thrown) {
    throwIfCanceled(signal);
    return toAudiobookError(thrown).message;
  }
}

/** Models of some hundred megabytes are not downloaded for a machine that cannot speak with them. */
async function requireEngine(): Promise<void> {
  const engine = await engineState();
  if (!engine.available) throw new AudiobookError('tool-missing', engine.reason);
}

/** An installed model was accepted before. */
async function requireAccepted(
  model: VoiceModel,
  settings: Settings,
  accepts: (model: VoiceModel) => Promise<boolean>,
): Promise<void> {
  const { name, licence } = model;
  if (licence.restrictions === undefined) return;
  const installed = await installedModels(dataFolder(settings));
  if (installed.some((one) => one.model.id === model.id) || (await accepts(model))) return;
  throw new AudiobookError(
    'bad-value',
    `The licence of ${name} was not accepted: ${licence.name} (${licence.url}). ${licence.restrictions} Accept it with --accept-licence.`,
  );
}

/**
 * Removes the installed models that names mean, and returns them. Throws `bad-value` for a name that means none of them, before
 * anything is removed.
 */
export async function removeVoices(names: readonly string[], settings: Settings): Promise<readonly VoiceModel[]> {
  const folder = dataFolder(settings);
  const installed = await installedModels(folder);
  const included = (await includedModels(folder)).map(({ model }) => model);
  // An installed one is meant before one that came along.
  const known = [...installed.map(({ model }) => model), ...included];
  if (known.length === 0) throw new AudiobookError('bad-value', 'No natural voice is installed.');
  const models = new Set(names.map((name) => findModel(name, known, "'audiobook voices list --installed'").model));
  const kept = included.find((model) => models.has(model));
  if (kept) {
    const how =
      "Leave it out when audiobook is installed: 'npm install --omit=optional' does, with the other optional packages.";
    throw new AudiobookError(
      'bad-value',
      `${kept.name} (${kept.id}) came along with audiobook as a package of npm. ${how}`,
    );
  }
  for (const one of installed) if (models.has(one.model)) await removeModel(one);
  return [...models];
}
