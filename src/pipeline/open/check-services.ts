import type { Settings } from '../../core/settings.ts';
import { chooseModels } from '../../narration/choose-models.ts';
import { getPrompt } from '../../narration/tasks/prompts.ts';
import { expectationOf } from '../../narration/tasks/task.ts';
import { builtinTasks } from '../../narration/tasks/task-registry.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import type { NarrationRequest } from '../conversion.ts';
import { narrationOptions } from '../options/narration-options.ts';
import { parseVoices } from '../options/parse-voices.ts';
import { chooseProvider } from './choose-provider.ts';
import { preflight, preflightSetting } from './preflight.ts';

/** Options of `checkServices`. */
export interface CheckServicesOptions {
  readonly settings: Settings;
  /** Whether a language model writes scripts. */
  readonly narrates: boolean;
  readonly signal: AbortSignal;
}

/** The parts of a request that name a service, or something of a service. */
export type ServiceChoices = Pick<
  NarrationRequest,
  'voice' | 'language' | 'task' | 'promptFile' | 'promptText' | 'model' | 'judgeModel' | 'llmBaseUrl' | 'translate'
> & { readonly provider?: string | undefined };

/**
 * Asks the services that a request names whether they have what it names, so that a request that would fail is not queued.
 * A voice that the provider does not list speaks one word. With `AUDIOBOOK_PREFLIGHT=off` no speech service is asked.
 * Throws `bad-value` for an unknown provider, voice or model, `provider-unavailable` and `model-unavailable`.
 */
export async function checkServices(choices: ServiceChoices, options: CheckServicesOptions): Promise<void> {
  await checkSpeech(choices, options);
  await checkModels(choices, options);
}

async function checkSpeech(
  { provider: id, voice, language = 'en' }: ServiceChoices,
  { settings, signal }: CheckServicesOptions,
): Promise<void> {
  if (id === undefined && voice === undefined) return;
  await using provider = (await chooseProvider(id, settings, signal)).provider;
  const mode = settings.read(preflightSetting);
  if (mode !== 'strict') return;
  const named = voice === undefined ? undefined : parseVoices(voice);
  const names = [...(named?.main === undefined ? [] : [named.main]), ...(named?.byLanguage.values() ?? [])];
  const voices = await Promise.all(names.map(async (name) => (await provider.voiceNamed?.(name, language)) ?? name));
  const unlisted = await unlistedVoices(provider, voices, signal);
  const speakers = unlisted.map((name) => ({ voice: name, language }));
  await preflight(provider, { speakers, signal }, { mode, warn: () => undefined });
}

async function unlistedVoices(
  provider: SpeechProvider,
  voices: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (voices.length === 0) return [];
  const listed = new Set((await provider.voices('', signal)).map(({ id }) => id));
  return voices.filter((voice) => !listed.has(voice));
}

async function checkModels(
  { task = narrationOptions.task.default, promptFile, promptText, ...choices }: ServiceChoices,
  { settings, narrates, signal }: CheckServicesOptions,
): Promise<void> {
  const { model, judgeModel, llmBaseUrl, translate } = choices;
  const prompt = narrates ? await getPrompt(task, { promptFile, promptText }) : '';
  const scripts = prompt !== '';
  const config = builtinTasks().get(task);
  if (!scripts && translate === undefined) return;
  // Without a model, the rules direct.
  const directs = config && expectationOf(config, prompt).direction;
  await chooseModels(settings, {
    name: model,
    judgeName: judgeModel,
    baseUrl: llmBaseUrl,
    scripts,
    optional: directs,
    judged: translate !== undefined || (scripts && !directs),
    translate: translate !== undefined,
    signal,
  });
}
