import { toAudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { LanguageModel } from '../../llm/language-model.ts';
import { modelSetting } from '../../llm/model-settings.ts';
import { chooseModels } from '../../narration/choose-models.ts';
import type { ChosenModels } from '../../narration/choose-models.ts';
import { keepTrial, keptTrials } from '../cast/kept-trials.ts';
import type { ModelTrial } from '../cast/kept-trials.ts';
import { tryLanguageModel } from '../cast/try-language-model.ts';
import { listModels } from '../script/list-models.ts';
import { segmentFolder } from '../store/store-settings.ts';
import type { DoctorFinding } from './doctor-finding.ts';

/** What `checkLanguageModel` looks at. */
export interface LanguageModelCheck {
  readonly settings: Settings;
  /** The user's cache folder. */
  readonly cacheFolder: string;
  /** A model to try now. Default: that of the settings or the local server, which is not asked. */
  readonly model?: string | undefined;
  /** The model that judges, to be tried now. */
  readonly judgeModel?: string | undefined;
  readonly llmBaseUrl?: string | undefined;
  readonly signal: AbortSignal;
}

const about = 'language model';

/**
 * Returns which language model is used and which are installed, and what came of trying it: now, where one is named, otherwise in the last run.
 * Without a model, rules direct.
 */
export async function checkLanguageModel(check: LanguageModelCheck): Promise<readonly DoctorFinding[]> {
  const { settings, model: name, judgeModel: judgeName, llmBaseUrl: baseUrl, signal } = check;
  const { local } = await listModels(settings, signal);
  const installed = local.available ? local.models.map((one) => one.name).join(', ') : '';
  const chosen: string[] = [];
  const onChosen = (one: string): void => void chosen.push(one);
  const needed = { scripts: true, translate: false, optional: true, judged: judgeName !== undefined };
  try {
    const models = await chooseModels(settings, { ...needed, name, judgeName, baseUrl, onChosen, signal });
    const { model } = models;
    const how =
      chosen.length > 0 ? 'the largest installed one that fits' : `by ${name ? '--model' : modelSetting.name}`;
    const others = installed === '' ? '' : `; installed: ${installed}`;
    if (model) {
      const detail = `${model.id} (${how})${others}`;
      return [{ about, state: 'good', detail }, ...(await trialFindings({ ...models, model }, check))];
    }
    const reason = local.available ? `none of those installed fits: ${installed || 'there is none'}` : local.reason;
    return [{ about, state: 'missing', detail: reason, fix: 'start Ollama with a model, or name one with --model' }];
  } catch (thrown) {
    const { code, message } = toAudiobookError(thrown);
    if (code === 'canceled') throw thrown;
    return [{ about, state: 'missing', detail: message }];
  }
}

const headings: Readonly<Record<ModelTrial['of'], string>> = {
  direction: 'directs books',
  scripts: 'judges scripts',
};

async function trialFindings(
  { model, judge = model }: ChosenModels & { readonly model: LanguageModel },
  { settings, cacheFolder, model: name, judgeModel, signal }: LanguageModelCheck,
): Promise<readonly DoctorFinding[]> {
  const store = { folder: segmentFolder(settings, cacheFolder) };
  const isTriedNow = name !== undefined || judgeModel !== undefined;
  const tried = isTriedNow ? await tryLanguageModel({ model, judge }, signal) : [];
  for (const trial of tried) await keepTrial(store, trial);
  const kept = [...new Set([model.id, judge.id])].map(async (id) => await keptTrials(store, id));
  const trials = (await Promise.all(kept)).flat();
  const known = trials.map(({ of, isTrusted, detail }): DoctorFinding => {
    return { about: headings[of], state: isTrusted ? 'good' : 'missing', detail };
  });
  if (known.length > 0) return known;
  const fix = `audiobook doctor --model ${model.id.replace(/^ollama\//u, '')} tries it`;
  return [{ about: headings.direction, state: 'missing', detail: 'not tried yet on this machine', fix }];
}
