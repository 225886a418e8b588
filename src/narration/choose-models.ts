import { asSentence } from '../core/strings/as-sentence.ts';
import { AudiobookError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { createModel, localServer } from '../llm/create-model.ts';
import type { CreateModelOptions } from '../llm/create-model.ts';
import type { LanguageModel } from '../llm/language-model.ts';
import { ModelGates } from '../llm/model-gates.ts';
import { listLocalModels } from '../llm/ollama/list-local-models.ts';
import { installedName, largestLocalModel } from '../llm/ollama/pick-local-model.ts';
import { judgeModelSetting, modelSetting, translationModelSetting } from '../llm/model-settings.ts';

/** Options of `chooseModels`. */
export interface ChooseModelsOptions extends CreateModelOptions {
  /** Default: the configured model. */
  readonly name?: string | undefined;
  /** The model that judges. Default: the one that writes or translates. */
  readonly judgeName?: string | undefined;
  /** A model is needed to write scripts. */
  readonly scripts: boolean;
  /** A model is needed to translate. */
  readonly translate: boolean;
  /** Something is judged, for which another model may be named. Default: `false`. */
  readonly judged?: boolean | undefined;
  /** Scripts are written without a model where none is named and the local server has none. Default: `false`. */
  readonly optional?: boolean | undefined;
  /** Called with the name of the local model that is used because none was named. */
  readonly onChosen?: ((name: string) => void) | undefined;
  readonly signal: AbortSignal;
}

/** The language models of a run. */
export interface ChosenModels {
  readonly model?: LanguageModel | undefined;
  readonly translator?: LanguageModel | undefined;
  /** Undefined: who writes or translates judges as well. */
  readonly judge?: LanguageModel | undefined;
}

/**
 * Returns the language models of a run after checking that they are available: the named one, that of the settings, otherwise the
 * largest of the local server. Where scripts are written, too, the configured translation model translates, and where something is judged, the named
 * one judges. Throws `bad-value` when there is none and one is needed, and `model-unavailable` with advice.
 */
export async function chooseModels(settings: Settings, given: ChooseModelsOptions): Promise<ChosenModels> {
  const options = { ...given, gates: given.gates ?? new ModelGates() };
  const { writer, translator: name } = await namesOf(settings, options);
  const isWithout = writer === undefined && given.optional;
  const model = given.scripts && !isWithout ? await openModel(writer, settings, options) : undefined;
  const judge = await openJudge(settings, options);
  if (!given.translate) return { model, judge };
  return { model, judge, translator: model && name === writer ? model : await openModel(name, settings, options) };
}

async function openJudge(settings: Settings, options: ChooseModelsOptions): Promise<LanguageModel | undefined> {
  const name = options.judgeName ?? settings.get(judgeModelSetting);
  return options.judged && name !== undefined ? await openModel(name, settings, options) : undefined;
}

interface ModelNames {
  readonly writer: string | undefined;
  readonly translator: string | undefined;
}

async function namesOf(settings: Settings, options: ChooseModelsOptions): Promise<ModelNames> {
  const given = givenNames(settings, options);
  const needed = [...(options.scripts ? [given.writer] : []), ...(options.translate ? [given.translator] : [])];
  if (!needed.includes(undefined)) return given;
  const local = await localChoice(settings, options);
  return { writer: given.writer ?? local, translator: given.translator ?? local };
}

function givenNames(settings: Settings, { name, scripts }: ChooseModelsOptions): ModelNames {
  const byDefault = settings.get(modelSetting);
  const own = settings.get(translationModelSetting);
  return { writer: name ?? byDefault, translator: (scripts ? (own ?? name) : (name ?? own)) ?? byDefault };
}

async function localChoice(settings: Settings, options: ChooseModelsOptions): Promise<string | undefined> {
  const local = await largestLocalModel(localServer(settings, options.baseUrl), options.signal);
  if (local !== undefined) options.onChosen?.(local);
  return local;
}

async function openModel(
  name: string | undefined,
  settings: Settings,
  options: ChooseModelsOptions,
): Promise<LanguageModel> {
  if (name === undefined) throw await noModelChosen(settings, options);
  const model = createModel(await fullName(name, settings, options), settings, options);
  const availability = await model.availability(options.signal);
  if (availability.available) return model;
  throw new AudiobookError(
    'model-unavailable',
    `The language model '${name}' is not available: ${asSentence(availability.reason)}`,
  );
}

/** Returns the installed name that is meant by one without its tag. */
async function fullName(name: string, settings: Settings, { baseUrl, signal }: ChooseModelsOptions): Promise<string> {
  if (name.includes(':')) return name;
  const installed = await listLocalModels(localServer(settings, baseUrl), signal);
  return (installed.available ? installedName(name, installed.models) : undefined) ?? name;
}

async function noModelChosen(settings: Settings, { baseUrl, signal }: ChooseModelsOptions): Promise<AudiobookError> {
  const installed = await listLocalModels(localServer(settings, baseUrl), signal);
  const names = installed.available ? installed.models.map((model) => model.name) : [];
  const known = names.length > 0 ? ` Installed: ${names.join(', ')}.` : '';
  const message = `No language model was chosen. Name one, such as gemma3:12b or api:claude (--model), or set ${modelSetting.name}.${known}`;
  return new AudiobookError('bad-value', message);
}
