import { AudiobookError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { createModel, localServer } from '../llm/create-model.ts';
import type { CreateModelOptions } from '../llm/create-model.ts';
import type { LanguageModel } from '../llm/language-model.ts';
import { listLocalModels } from '../llm/ollama/list-local-models.ts';
import { modelSetting, translationModelSetting } from '../llm/model-settings.ts';

export interface ChooseModelsOptions extends CreateModelOptions {
  /** `--model`; the configured one when left out. */
  readonly name?: string | undefined;
  /** Whether scripts are written, that is, whether the prompt is not empty. */
  readonly scripts: boolean;
  readonly translate: boolean;
  readonly signal: AbortSignal;
}

export interface ChosenModels {
  readonly model?: LanguageModel;
  readonly translator?: LanguageModel;
}

/**
 * The language models that a run works with, each seen to be there. Where scripts are written, too, the configured
 * translation model translates. Throws `bad-value` when nobody named a model, `model-unavailable` with what to do about it.
 */
export async function chooseModels(settings: Settings, wishes: ChooseModelsOptions): Promise<ChosenModels> {
  const { scripts, translate } = wishes;
  const writer = wishes.name ?? settings.get(modelSetting);
  const model = scripts ? await openModel(writer, settings, wishes) : undefined;
  if (!translate) return model ? { model } : {};
  const name = translatorName(settings, wishes);
  const translator = model && name === writer ? model : await openModel(name, settings, wishes);
  return model ? { model, translator } : { translator };
}

function translatorName(settings: Settings, { name, scripts }: ChooseModelsOptions): string | undefined {
  const own = settings.get(translationModelSetting);
  return (scripts ? (own ?? name) : (name ?? own)) ?? settings.get(modelSetting);
}

async function openModel(
  name: string | undefined,
  settings: Settings,
  wishes: ChooseModelsOptions,
): Promise<LanguageModel> {
  if (name === undefined) throw await noneNamed(settings, wishes);
  const model = createModel(name, settings, wishes);
  const availability = await model.availability(wishes.signal);
  if (availability.available) return model;
  throw new AudiobookError(
    'model-unavailable',
    `The language model '${name}' is not available: ${availability.reason}.`,
  );
}

async function noneNamed(settings: Settings, { baseUrl, signal }: ChooseModelsOptions): Promise<AudiobookError> {
  const installed = await listLocalModels(localServer(settings, baseUrl), signal);
  const known = installed.available && installed.models.length > 0 ? ` Installed: ${installed.models.join(', ')}.` : '';
  const message = `No language model was chosen. Name one, such as gemma3:12b or api:claude (--model, or the field llm_model), or set ${modelSetting.name}.${known}`;
  return new AudiobookError('bad-value', message);
}
