import { secondVoice } from '../../cast/assign-voices.ts';
import { languageName } from '../../core/language.ts';
import type { NarrationOptions } from '../../narration/narration.ts';
import type { TaskConfig } from '../../narration/tasks/task.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import { isBuiltinPodcast, promptOf } from './choose-task.ts';
import type { ConversionTools, NarrationRequest } from '../conversion.ts';
import { parseVoices } from '../options/parse-voices.ts';
import type { RunLog } from '../run-log.ts';
import { isCastAsked } from '../cast/cast-source.ts';
import { castVoices } from '../cast/cast-voices.ts';

/** The speakers of a podcast. */
interface PodcastHosts {
  readonly hosts: 1 | 2;
  /** Voice of the guest. Undefined with one host, and where there is only one voice. */
  readonly guest?: string | undefined;
}

/** The parts of a request that decide on the hosts. */
type HostsRequest = Pick<
  NarrationRequest,
  'hosts' | 'voice' | 'languageSwitch' | 'promptFile' | 'promptText' | 'castSource'
>;

/** The prompt of a narration and who speaks its scripts. */
export interface ScriptForm extends Pick<NarrationOptions, 'prompt' | 'otherForm'> {
  /** Undefined for tasks whose scripts do not have turns. */
  readonly hosts: 1 | 2 | undefined;
  /** Voices by role. */
  readonly roles: ReadonlyMap<string, string>;
}

/** The tools the number of hosts is found with. */
interface HostsTools extends Pick<RunLog, 'warn'> {
  /** Missing when only scripts are written. */
  readonly chosen?: Pick<ConversionTools['chosen'], 'provider'> | undefined;
  readonly signal: AbortSignal;
}

/** Returns the prompt of a task and who speaks its scripts. Throws as `promptOf` does. */
export async function scriptForm(
  task: TaskConfig,
  request: HostsRequest,
  language: string,
  tools: HostsTools,
): Promise<ScriptForm> {
  if (task.outputStructure !== 'turns')
    return { hosts: undefined, prompt: await promptOf(task, request), roles: new Map() };
  const { hosts, guest } = await podcastHosts(withHosts(task, request), language, tools);
  const form = async (count: 1 | 2) => ({ hosts: count, prompt: await promptOf(task, { ...request, hosts: count }) });
  return {
    ...(await form(hosts)),
    // Without a choice, scripts of earlier runs stay in use when the voices have changed.
    otherForm: isBuiltinPodcast(task) && request.hosts === undefined ? await form(hosts === 2 ? 1 : 2) : undefined,
    roles: new Map(guest === undefined ? [] : [['guest', guest]]),
  };
}

/** The prompt of a registered task is written for turns. With a cast, its voices are those of the characters. */
function withHosts(task: TaskConfig, request: HostsRequest): HostsRequest {
  const isFree = isBuiltinPodcast(task) || isCastAsked(request.castSource);
  return isFree ? request : { ...request, hosts: request.hosts ?? 2 };
}

/**
 * Returns how many hosts a podcast has and the voice of the second. Without a choice there are two where the provider has a
 * second voice; one for a prompt of the user, which is written for one, and with a cast, which gives the voices to others.
 */
async function podcastHosts(
  request: HostsRequest,
  language: string,
  { chosen, signal, warn }: HostsTools,
): Promise<PodcastHosts> {
  const hosts = requestedHosts(request);
  if (hosts === 1) return { hosts };
  // Scripts can be written before a provider is chosen.
  const provider = chosen?.provider;
  if (!provider) return { hosts: 2 };
  const guest = await guestVoice(request, language, provider, signal);
  if (guest !== undefined) return { hosts: 2, guest };
  const missing = `Speech provider '${provider.id}' has no second voice for ${languageName(language)}`;
  warn(`${missing}. ${hosts === 2 ? 'One voice speaks both hosts' : 'The podcast has one host'}.`);
  return { hosts: hosts ?? 1 };
}

function requestedHosts({ hosts, promptFile, promptText, castSource }: HostsRequest): 1 | 2 | undefined {
  const isForOne = (promptFile ?? promptText) !== undefined || isCastAsked(castSource);
  return hosts ?? (isForOne ? 1 : undefined);
}

async function guestVoice(
  { voice, languageSwitch }: HostsRequest,
  language: string,
  provider: SpeechProvider,
  signal: AbortSignal,
): Promise<string | undefined> {
  const named = voice === undefined ? undefined : parseVoices(voice).guest;
  if (named !== undefined) return named;
  // The run chooses the same main voice, and warns then.
  const { main } = await castVoices(provider, { voice, languageSwitch, language, signal, warn: () => undefined });
  return secondVoice(await provider.voices(language, signal), main.voice);
}
