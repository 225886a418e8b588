import type { Agent } from 'node:https';
import type { Dispatcher } from 'undici';
import { settingsFrom } from '../settings.ts';
import type { Settings } from '../settings.ts';
import { networkSettings, openDispatcher } from './open-dispatcher.ts';

/** The settings by which this process reaches other hosts and their values, what Node's `fetch` did before, and what packages are given. */
interface Network {
  readonly settings: Settings;
  readonly values: string;
  readonly usual?: Dispatcher;
  readonly agent?: Agent;
}

let network: Network = networkOf(settingsFrom([]));

function networkOf(settings: Settings): Pick<Network, 'settings' | 'values'> {
  const values = Object.values(networkSettings).map((setting) => settings.get(setting));
  return { settings, values: JSON.stringify(values) };
}

/**
 * Sends every request of this process through the proxies of the settings, and trusts their authorities. What opens connections
 * without `fetch` asks for `networkAgent`. Without such settings nothing is loaded, and the same ones again change nothing: open
 * connections stay. Throws `bad-value`.
 */
export async function useNetwork(settings: Settings): Promise<void> {
  const next = networkOf(settings);
  if (next.values === network.values) return;
  const { httpsProxy, httpProxy, authorities } = networkSettings;
  const isNeeded = [httpsProxy, httpProxy, authorities].some((setting) => settings.get(setting) !== undefined);
  const { usual } = network;
  if (!isNeeded && !usual) {
    network = next;
    return;
  }
  const { getGlobalDispatcher, setGlobalDispatcher } = await import('undici');
  const { tunnelAgent } = await import('./tunnel-agent.ts');
  const before = usual ?? getGlobalDispatcher();
  setGlobalDispatcher(isNeeded ? await openDispatcher(settings, { silenceMs: fetchSilenceMs }) : before);
  network = { ...next, usual: before, ...(isNeeded && { agent: tunnelAgent(settings) }) };
}

/** As Node's own `fetch` has it: services and models may think for minutes. */
const fetchSilenceMs = 300_000;

/** Returns the settings by which this process reaches other hosts. */
export function currentNetwork(): Settings {
  return network.settings;
}

/** Returns the agent for what speaks HTTPS through `node:https`, or undefined where Node's own will do. */
export function networkAgent(): Agent | undefined {
  return network.agent;
}
