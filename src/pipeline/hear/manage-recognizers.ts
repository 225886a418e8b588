import { AudiobookError, invalidValue } from '../../core/errors.ts';
import { languageByName, parseLanguage } from '../../core/language.ts';
import type { Settings } from '../../core/settings.ts';
import { hearsLanguage, recognizerShelf } from '../../listening/recognizer.ts';
import type { Recognizer } from '../../listening/recognizer.ts';
import { recognizers } from '../../listening/recognizers.ts';
import { engineState } from '../../speech/natural/engine/engine-state.ts';
import { dataFolder } from '../../voice-models/data-folder.ts';
import { downloadClient } from '../../voice-models/download/download-client.ts';
import { modelMirrorSetting } from '../../voice-models/download/model-sources.ts';
import { installModel } from '../../voice-models/install-model.ts';
import type { Installation, InstallEvent } from '../../voice-models/install-model.ts';
import { modelsOn } from '../../voice-models/installed-models.ts';
import { removeModel } from '../../voice-models/remove-model.ts';
import { downloadBytes } from '../../voice-models/voice-model.ts';

/** A recognizer, and whether it is on this machine. */
export interface ListedRecognizer extends Recognizer {
  readonly state: 'installed' | 'installable';
  /** Size of its download in bytes. */
  readonly bytes: number;
}

/** Returns the installed recognizers, then those that can be installed. Damaged ones are reported through `warn`. */
export async function listRecognizers(
  settings: Settings,
  warn?: (message: string) => void,
): Promise<readonly ListedRecognizer[]> {
  const installed = (await modelsOn(recognizerShelf, dataFolder(settings), warn)).map(({ model }) => model);
  const ids = new Set(installed.map(({ id }) => id));
  const listed = (state: ListedRecognizer['state']) => (model: Recognizer) => ({
    ...model,
    state,
    bytes: downloadBytes(model),
  });
  const others = recognizers.filter(({ id }) => !ids.has(id));
  return [...installed.map(listed('installed')), ...others.map(listed('installable'))];
}

/** Surroundings of `installRecognizers`. */
export interface InstallRecognizersOptions {
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly onEvent: (event: InstallEvent & { readonly name: string }) => void;
  /** The recognizers that can be installed. Default: the catalogue. */
  readonly known?: readonly Recognizer[] | undefined;
}

/**
 * Installs the recognizers that names mean, and yields each when it is in place. Throws `bad-value` before any download for
 * a name that means nothing, `tool-missing` where the engine does not run, and what `installModel` throws.
 */
export async function* installRecognizers(
  names: readonly string[],
  { settings, signal, onEvent, known = recognizers }: InstallRecognizersOptions,
): AsyncGenerator<Installation<Recognizer>, void, undefined> {
  const models = new Set(names.map((name) => findRecognizer(name, known)));
  const engine = await engineState();
  if (!engine.available) throw new AudiobookError('tool-missing', engine.reason);
  await using client = downloadClient(settings);
  const mirror = settings.get(modelMirrorSetting);
  for (const model of models) {
    const notify = (event: InstallEvent): void => onEvent({ ...event, name: model.name });
    const options = { dataFolder: dataFolder(settings), client, mirror, signal, onEvent: notify };
    yield await installModel(recognizerShelf, model, options);
  }
}

/** Removes installed recognizers, and returns them. Throws `bad-value` for a name that means none of them. */
export async function removeRecognizers(names: readonly string[], settings: Settings): Promise<readonly Recognizer[]> {
  const installed = await modelsOn(recognizerShelf, dataFolder(settings));
  const known = installed.map(({ model }) => model);
  if (known.length === 0) throw new AudiobookError('bad-value', 'No recognizer is installed.');
  const models = new Set(names.map((name) => findRecognizer(name, known)));
  for (const one of installed) if (models.has(one.model)) await removeModel(one);
  return [...models];
}

/** Returns the recognizer that an id or a language means. */
function findRecognizer(name: string, known: readonly Recognizer[]): Recognizer {
  const id = name.trim().toLowerCase();
  const language = languageByName(name) ?? parseLanguage(id);
  const found =
    known.find((model) => model.id === id) ??
    (language === undefined ? undefined : known.find((model) => hearsLanguage(model, language)));
  if (found) return found;
  const ids = known.map((model) => model.id);
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format([...ids, 'a language such as en']);
  throw invalidValue('recognizer', name, list);
}
