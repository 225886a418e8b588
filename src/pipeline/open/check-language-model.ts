import { toAudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { modelSetting } from '../../llm/model-settings.ts';
import { chooseModels } from '../../narration/choose-models.ts';
import { listModels } from '../script/list-models.ts';
import type { DoctorFinding } from './doctor-finding.ts';

/** Returns which language model is used when none is named, and which are installed. Without one, rules direct. */
export async function checkLanguageModel(settings: Settings, signal: AbortSignal): Promise<DoctorFinding> {
  const about = 'language model';
  const { local } = await listModels(settings, signal);
  const installed = local.available ? local.models.map(({ name }) => name).join(', ') : '';
  const chosen: string[] = [];
  const onChosen = (name: string): void => void chosen.push(name);
  const needed = { scripts: true, translate: false, optional: true, onChosen, signal };
  try {
    const { model } = await chooseModels(settings, needed);
    const how = chosen.length > 0 ? 'the largest installed one that fits' : `by ${modelSetting.name}`;
    const others = installed === '' ? '' : `; installed: ${installed}`;
    if (model) return { about, state: 'good', detail: `${model.id} (${how})${others}` };
    const reason = local.available ? `none of those installed fits: ${installed || 'there is none'}` : local.reason;
    return { about, state: 'missing', detail: reason, fix: 'start Ollama with a model, or name one with --model' };
  } catch (thrown) {
    return { about, state: 'missing', detail: toAudiobookError(thrown).message };
  }
}
