import { asSentence } from '../core/strings/as-sentence.ts';
import { AudiobookError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { createModel, localServer } from '../llm/create-model.ts';
import type { CreateModelOptions } from '../llm/create-model.ts';
import type { LanguageModel } from '../llm/language-model.ts';
import { ModelGates } from '../llm/model-gates.ts';
import { listLocalModels } from '../llm/ollama/list-local-models.ts';
import { modelSetting, translationModelSetting } from '../llm/model-settings.ts';

/** Options of `chooseModels`. */
export interface ChooseModelsOptions extends CreateModelOptions {
  /** Default: the configured model. */
  readonly name?: string | undefined;
  /** A model is needed to write scripts. */
  readonly scripts: boolean;
  /** A model is needed to translate. */
  readonly translate: boolean;
  readonly signal: AbortSignal;
}

/** The language models of a run. */
export interface ChosenModels {
  readonly model?: LanguageModel | undefined;
  readonly translator?: LanguageModel | undefined;
}

/**
 * Returns the language models of a run after checking that they are available. Where scripts are written, too, the
 * configured translation model translates. Throws `bad-value` when no model was chosen and `model-unavailable` with advice.
 */
export async function chooseModels(settings: Settings, given: ChooseModelsOptions): Promise<ChosenModels> {
  const { scripts, translate } = given;
  const options = { ...given, gates: given.gates ?? new ModelGates() };
  const writer = options.name ?? settings.get(modelSetting);
  const model = scripts ? await openModel(writer, settings, options) : undefined;
  if (!translate) return { model };
  const name = translatorName(settings, options);
  const translator = model && name === writer ? model : await openModel(name, settings, options);
  return { model, translator };
}

function translatorName(settings: Settings, { name, scripts }: ChooseModelsOptions): string | undefined {
  const own = settings.get(translationModelSetting);
  return (scripts ? (own ?? name) : (name ?? own)) ?? settings.get(modelSetting);
}

async function openModel(
  name: string | undefined,
  settings: Settings,
  options: ChooseModelsOptions,
): Promise<LanguageModel> {
  if (name === undefined) throw await noModelChosen(settings, options);
  const model = createModel(name, settings, options);
  const availability = await model.availability(options.signal);
  if (availability.available) return model;
  throw new AudiobookError(
    'model-unavailable',
    `The language model '${name}' is not available: ${asSentence(availability.reason)}`,
  );
}

async function noModelChosen(settings: Settings, { baseUrl, signal }: ChooseModelsOptions): Promise<AudiobookError> {
  const installed = await listLocalModels(localServer(settings, baseUrl), signal);
  const known = installed.available && installed.models.length > 0 ? ` Installed: ${installed.models.join(', ')}.` : '';
  const message = `No language model was chosen. Name one, such as gemma3:12b or api:claude (--model, or the field llm_model), or set ${modelSetting.name}.${known}`;
  return new AudiobookError('bad-value', message);
}
