import { toAudiobookError } from '../../core/errors.ts';
import { freeBytes } from '../../core/files/require-space.ts';
import type { Settings } from '../../core/settings.ts';
import { engineState } from '../../speech/natural/engine/engine-state.ts';
import { findProvider } from '../../speech/registry.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { dataFolder } from '../../voice-models/data-folder.ts';
import { damagedFiles, naturalModels } from '../../voice-models/included-models.ts';
import type { DoctorFinding } from './doctor-finding.ts';
import { checkLanguageModel } from './check-language-model.ts';
import type { LanguageModelCheck } from './check-language-model.ts';
import { chooseProvider } from './choose-provider.ts';
import { listProviders } from '../voices/list-providers.ts';
import type { ProviderStatus } from '../voices/list-providers.ts';
import { preflight } from './preflight.ts';
import { segmentFolder } from '../store/store-settings.ts';
import { storedFiles, totalBytes } from '../store/prune-store.ts';
import { findFfmpeg } from '../../audio/ffmpeg/find-ffmpeg.ts';

/** All checks of one run. */
export interface DoctorReport {
  /** Whether a default conversion can run. */
  readonly ready: boolean;
  readonly findings: readonly DoctorFinding[];
}

const oldestNode = 20;
const minFreeBytes = 1e9;

/** Checks everything a conversion needs on this machine. Synthesizes one word with the default provider. */
export async function runDoctorChecks(check: LanguageModelCheck): Promise<DoctorReport> {
  const { settings, cacheFolder, signal } = check;
  const required = [
    checkNode(),
    await checkFfmpeg(settings),
    await checkDefaultProvider(settings, signal),
    await checkDisk(settings, cacheFolder),
    ...(await checkStorage(settings, signal)),
  ];
  const providers = await listProviders(settings, signal);
  const optional = providers.map(checkOf);
  const findings = [...required, await checkNaturalVoices(settings), ...(await checkLanguageModel(check)), ...optional];
  return { ready: required.every(({ state }) => state !== 'bad'), findings };
}

function checkOf({ id, kind, available, reason = '', onlyWhenNamed }: ProviderStatus): DoctorFinding {
  if (available)
    return { about: id, state: 'good', detail: onlyWhenNamed ? 'available, only when named' : 'available' };
  const [address] = findProvider(id).settings;
  // The reason of a hosted service names the settings already.
  const fix = kind === 'local' && address ? `start it, or set ${address.name}` : undefined;
  return { about: id, state: 'missing', detail: reason, fix };
}

function checkNode(): DoctorFinding {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= oldestNode) return { about: 'Node', state: 'good', detail: process.versions.node };
  return { about: 'Node', state: 'bad', detail: process.versions.node, fix: `install Node ${oldestNode} or newer` };
}

async function checkFfmpeg(settings: Settings): Promise<DoctorFinding> {
  try {
    const { version, source, path: program } = await findFfmpeg(settings);
    return { about: 'ffmpeg', state: 'good', detail: `${version} (${source}: ${program})` };
  } catch (thrown) {
    return { about: 'ffmpeg', state: 'bad', detail: toAudiobookError(thrown).message };
  }
}

async function checkDefaultProvider(settings: Settings, signal: AbortSignal): Promise<DoctorFinding> {
  try {
    const chosen = await chooseProvider(undefined, settings, signal);
    await using provider = chosen.provider;
    const voice = (await provider.defaultVoice('en', signal)) ?? '';
    await preflight(
      provider,
      { speakers: [{ voice, language: 'en' }], signal },
      { mode: 'strict', warn: () => undefined },
    );
    const detail = `${provider.id} speaks with ${voice}${chosen.byDefault ? ' (default)' : ''}`;
    return { about: 'speech', state: 'good', detail };
  } catch (thrown) {
    return { about: 'speech', state: 'bad', detail: toAudiobookError(thrown).message };
  }
}

/** Without natural voices, the plain ones speak. */
async function checkNaturalVoices(settings: Settings): Promise<DoctorFinding> {
  const about = 'natural voices';
  const engine = await engineState();
  if (!engine.available) return { about, state: 'missing', detail: engine.reason };
  const problems: string[] = [];
  const models = await naturalModels(dataFolder(settings), (message) => problems.push(message));
  for (const one of models) {
    for (const name of await damagedFiles(one)) problems.push(`The file ${name} of ${one.model.id} is damaged.`);
  }
  if (problems.length > 0) return { about, state: 'bad', detail: problems.join(' ') };
  if (models.length === 0) {
    return {
      about,
      state: 'missing',
      detail: 'none is installed',
      fix: 'audiobook voices install kokoro, or a language',
    };
  }
  const names = models.map(({ model: { id }, madeIn }) => (madeIn === undefined ? id : `${id} (included)`));
  return { about, state: 'good', detail: names.join(', ') };
}

async function checkDisk(settings: Settings, cacheFolder: string): Promise<DoctorFinding> {
  const folder = segmentFolder(settings, cacheFolder);
  const bytes = totalBytes(await storedFiles(folder));
  const free = await freeBytes(folder);
  const detail = `segment store ${gigabytes(bytes)} GB in ${folder}, ${gigabytes(free)} GB free`;
  if (free >= minFreeBytes) return { about: 'disk', state: 'good', detail };
  return { about: 'disk', state: 'bad', detail, fix: 'free some space, or set AUDIOBOOK_CACHE_DIR' };
}

/** A person waits for the answer, so a store that does not answer has less time than in a run. */
const storageLimits = { silenceMs: 5000, budgetMs: 10_000 };

/** Only where a storage is set. */
async function checkStorage(settings: Settings, signal: AbortSignal): Promise<readonly DoctorFinding[]> {
  const about = 'storage';
  try {
    await using storage = await openStorage({ settings, limits: storageLimits });
    if (!storage) return [];
    await storage.check(signal);
    return [{ about, state: 'good', detail: `${storage.address} can be used` }];
  } catch (thrown) {
    const { code, message } = toAudiobookError(thrown);
    if (code === 'canceled') throw thrown;
    return [{ about, state: 'bad', detail: message, fix: 'set AUDIOBOOK_STORAGE' }];
  }
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}
