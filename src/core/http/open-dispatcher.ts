import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { AudiobookError } from '../errors.ts';
import type { Setting, Settings } from '../settings.ts';

/** The usual settings of a proxy. */
export const proxySettings = {
  httpsProxy: {
    name: 'HTTPS_PROXY',
    aliases: ['https_proxy'],
    secret: true,
    description: 'proxy for downloads of natural voices and books from https addresses',
  },
  httpProxy: {
    name: 'HTTP_PROXY',
    aliases: ['http_proxy'],
    secret: true,
    description:
      'proxy for downloads of natural voices and books from http addresses, and from https without HTTPS_PROXY',
  },
  noProxy: {
    name: 'NO_PROXY',
    aliases: ['no_proxy'],
    description: 'hosts that are reached without the proxy, separated by commas',
  },
} as const satisfies Record<string, Setting>;

const connectTimeoutMs = 20_000;
/** Time without a byte after which a connection counts as broken, in milliseconds. */
const silenceTimeoutMs = 60_000;

/**
 * Opens what sends the requests of downloads: through the proxies of the settings, where they are set. `lookup` finds the
 * addresses of those that go through none. `undici` is loaded on demand.
 */
export async function openDispatcher(settings: Settings, lookup?: LookupFunction): Promise<Dispatcher> {
  const { EnvHttpProxyAgent } = await import('undici');
  const httpProxy = proxyAddress(proxySettings.httpProxy, settings);
  return new EnvHttpProxyAgent({
    // An empty text keeps the agent from reading the environment itself.
    httpProxy: httpProxy ?? '',
    httpsProxy: proxyAddress(proxySettings.httpsProxy, settings) ?? httpProxy ?? '',
    noProxy: settings.get(proxySettings.noProxy) ?? '',
    connect: { timeout: connectTimeoutMs, ...(lookup && { lookup }) },
    headersTimeout: silenceTimeoutMs,
    bodyTimeout: silenceTimeoutMs,
  });
}

/** Returns the address of a proxy, which may be written without `http://`. Its value can hold a password and is never shown. */
function proxyAddress(setting: Setting, settings: Settings): string | undefined {
  const value = settings.get(setting);
  if (value === undefined) return undefined;
  const url = URL.parse(value.includes('://') ? value : `http://${value}`);
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.href;
  const message = `${setting.name} is not the address of a proxy. Expected one such as http://proxy.example:8080.`;
  throw new AudiobookError('bad-value', message);
}
