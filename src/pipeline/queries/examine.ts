import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { toAudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { findProvider } from '../../speech/registry.ts';
import { chooseProvider } from '../tools/choose-provider.ts';
import { listProviders } from './list-providers.ts';
import type { ProviderStatus } from './list-providers.ts';
import { preflight } from '../tools/preflight.ts';
import { segmentFolder } from '../tools/prepare-tools.ts';
import { storeBytes } from '../synthesis/prune-store.ts';
import { findFfmpeg } from '../tools/find-ffmpeg.ts';

/** One thing that was looked at. */
export interface Finding {
  readonly about: string;
  readonly state: 'good' | 'missing' | 'bad';
  readonly detail: string;
  /** What to do about it. */
  readonly fix?: string;
}

export interface Examination {
  /** Whether the default job can run. */
  readonly ready: boolean;
  readonly findings: readonly Finding[];
}

const oldestNode = 20;
const leastFreeBytes = 1e9;

/** Looks at all that a conversion needs on this machine; the default job is really tried, with one spoken word. */
export async function examine(settings: Settings, cacheFolder: string, signal: AbortSignal): Promise<Examination> {
  const needed = [
    nodeFinding(),
    await ffmpegFinding(settings),
    await defaultProviderFinding(settings, signal),
    await diskFinding(settings, cacheFolder),
  ];
  const providers = await listProviders(settings, signal);
  const optional = providers.map(providerFinding);
  return { ready: needed.every(({ state }) => state !== 'bad'), findings: [...needed, ...optional] };
}

function providerFinding({ id, kind, available, reason = '' }: ProviderStatus): Finding {
  if (available) return { about: id, state: 'good', detail: 'available' };
  const [address] = findProvider(id).settings;
  // For a hosted service the reason itself names the settings.
  const fix = kind === 'local' && address ? { fix: `start it, or set ${address.name}` } : {};
  return { about: id, state: 'missing', detail: reason, ...fix };
}

function nodeFinding(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= oldestNode) return { about: 'Node', state: 'good', detail: process.versions.node };
  return { about: 'Node', state: 'bad', detail: process.versions.node, fix: `install Node ${oldestNode} or newer` };
}

async function ffmpegFinding(settings: Settings): Promise<Finding> {
  try {
    const { version, source, path: program } = await findFfmpeg(settings);
    return { about: 'ffmpeg', state: 'good', detail: `${version} (${source}: ${program})` };
  } catch (thrown) {
    return { about: 'ffmpeg', state: 'bad', detail: toAudiobookError(thrown).message };
  }
}

async function defaultProviderFinding(settings: Settings, signal: AbortSignal): Promise<Finding> {
  try {
    const chosen = await chooseProvider(undefined, settings, signal);
    await using provider = chosen.provider;
    const voice = provider.defaultVoice('en') ?? '';
    await preflight(provider, { voice, language: 'en', signal }, 'strict', () => undefined);
    const detail = `${provider.id} speaks with ${voice}${chosen.byDefault ? ' (nobody chose a provider)' : ''}`;
    return { about: 'speech', state: 'good', detail };
  } catch (thrown) {
    return { about: 'speech', state: 'bad', detail: toAudiobookError(thrown).message };
  }
}

async function diskFinding(settings: Settings, cacheFolder: string): Promise<Finding> {
  const folder = segmentFolder(settings, cacheFolder);
  const bytes = await storeBytes(folder);
  const free = await freeBytes(folder);
  const detail = `segment store ${gigabytes(bytes)} GB in ${folder}, ${gigabytes(free)} GB free`;
  if (free >= leastFreeBytes) return { about: 'disk', state: 'good', detail };
  return { about: 'disk', state: 'bad', detail, fix: 'free some space, or set AUDIOBOOK_CACHE_DIR' };
}

/** Free space where the folder is or will be. */
async function freeBytes(folder: string): Promise<number> {
  for (let place = folder; ; place = path.dirname(place)) {
    const found = await statfs(place).catch(() => undefined);
    if (found) return found.bavail * found.bsize;
    if (place === path.dirname(place)) return 0;
  }
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}
