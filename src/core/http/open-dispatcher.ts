import { readFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { AudiobookError, systemCode } from '../errors.ts';
import type { Setting, Settings } from '../settings.ts';
import { decodePercent } from '../strings/decode-percent.ts';

/** How this program reaches other hosts. */
export const networkSettings = {
  httpsProxy: {
    name: 'HTTPS_PROXY',
    aliases: ['https_proxy'],
    secret: true,
    description: 'proxy for https addresses: of speech and language models, downloads and webhooks',
  },
  httpProxy: {
    name: 'HTTP_PROXY',
    aliases: ['http_proxy'],
    secret: true,
    description: 'proxy for http addresses, and for https ones without HTTPS_PROXY',
  },
  noProxy: {
    name: 'NO_PROXY',
    aliases: ['no_proxy'],
    description:
      'hosts that are reached without the proxy, separated by commas; this machine always is, unless <-loopback> is among them',
  },
  authorities: {
    name: 'AUDIOBOOK_CA_FILE',
    description:
      'certificates (PEM) of authorities to trust beside the usual ones, such as that of a company; from the environment or the configuration folder only',
    // Whoever is trusted reads the keys of services.
    isProgram: true,
  },
} as const satisfies Record<string, Setting>;

/** Node reads it at its start, and forgets it where authorities are given. */
const nodeAuthorities: Setting = {
  name: 'NODE_EXTRA_CA_CERTS',
  description: 'as AUDIOBOOK_CA_FILE, for all programs in Node',
};

/** Longest wait for a connection, or for the tunnel of a proxy. */
export const connectTimeoutMs = 20_000;
/** Of downloads, in milliseconds. */
const silenceTimeoutMs = 60_000;

/** Options of `openDispatcher`. */
export interface DispatcherOptions {
  /** Finds the addresses of hosts that are reached without a proxy. */
  readonly lookup?: LookupFunction | undefined;
  /** Time without a byte after which a connection counts as broken, in milliseconds; 0: no limit. Default: one minute. */
  readonly silenceMs?: number | undefined;
}

/**
 * Opens what sends requests: through the proxies of the settings, where they are set, and with their authorities. `undici` is loaded
 * on demand. Throws `bad-value`.
 */
export async function openDispatcher(
  settings: Settings,
  { lookup, silenceMs = silenceTimeoutMs }: DispatcherOptions = {},
): Promise<Dispatcher> {
  const { EnvHttpProxyAgent } = await import('undici');
  const httpProxy = proxyAddress(networkSettings.httpProxy, settings);
  const trusted = trustedAuthorities(settings);
  return new EnvHttpProxyAgent({
    // An empty text keeps the agent from reading the environment itself.
    httpProxy: httpProxy ?? '',
    httpsProxy: proxyAddress(networkSettings.httpsProxy, settings) ?? httpProxy ?? '',
    noProxy: directHosts(settings).join(','),
    connect: { timeout: connectTimeoutMs, ...trusted, ...(lookup && { lookup }) },
    requestTls: { timeout: connectTimeoutMs, ...trusted },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  });
}

/** Chromium's word for a proxy that is asked for this machine, too. */
const withLoopback = '<-loopback>';

/** Returns the hosts that are reached without the proxy. */
function directHosts(settings: Settings): readonly string[] {
  const named = (settings.get(networkSettings.noProxy) ?? '').split(/[\s,]+/u).filter((host) => host !== '');
  const others = named.filter((host) => host !== withLoopback);
  return others.length < named.length ? others : [...named, 'localhost', '127.0.0.1', '[::1]'];
}

/** Returns the address of the proxy for an https address, or undefined where none is to be used. Throws `bad-value`. */
export function proxyOf({ hostname, port }: URL, settings: Settings): string | undefined {
  const isDirect = directHosts(settings).some((entry) => {
    const [, host = '', only] = /^\*?\.?(.*?)(?::(\d+))?$/u.exec(entry.toLowerCase()) ?? [];
    if (only !== undefined && only !== (port || '443')) return false;
    return entry === '*' || hostname === host || hostname.endsWith(`.${host}`);
  });
  if (isDirect) return undefined;
  return proxyAddress(networkSettings.httpsProxy, settings) ?? proxyAddress(networkSettings.httpProxy, settings);
}

/** Returns the authorities to trust, where the settings add some. Throws `bad-value` for a file that cannot be read. */
export function trustedAuthorities(settings: Settings): { readonly ca?: string[] } {
  if (settings.get(networkSettings.authorities) === undefined) return {};
  const files = [networkSettings.authorities, nodeAuthorities].flatMap((setting) => readAuthorities(setting, settings));
  return { ca: [...rootCertificates, ...files] };
}

function readAuthorities(setting: Setting, settings: Settings): readonly string[] {
  const file = settings.get(setting);
  if (file === undefined) return [];
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return [text];
  } catch (cause) {
    const message = `${setting.name} is ${file}, which cannot be read (${systemCode(cause) ?? String(cause)}).`;
    throw new AudiobookError('bad-value', message, { cause });
  }
  throw new AudiobookError('bad-value', `${setting.name} is ${file}, which has no certificate (PEM).`);
}

/** Returns the address of a proxy, which may be written without `http://`. Its value can hold a password and is never shown. */
function proxyAddress(setting: Setting, settings: Settings): string | undefined {
  const value = settings.get(setting);
  if (value === undefined) return undefined;
  const url = URL.parse(value.includes('://') ? value : `http://${value}`);
  if (url && ['http:', 'https:'].includes(url.protocol)) {
    // Both that open connections decode these, and end at a bare %.
    url.username = encodeURIComponent(decodePercent(url.username));
    url.password = encodeURIComponent(decodePercent(url.password));
    return url.href;
  }
  const message = `${setting.name} is not the address of a proxy. Expected one such as http://proxy.example:8080.`;
  throw new AudiobookError('bad-value', message);
}
