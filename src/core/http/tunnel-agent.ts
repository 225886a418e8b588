import { request as plainRequest } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import type { AgentOptions } from 'node:https';
import { connect } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import type { Duplex } from 'node:stream';
import type { Settings } from '../settings.ts';
import { connectTimeoutMs, proxyOf, trustedAuthorities } from './open-dispatcher.ts';

/** Returns an agent of `node:https` that goes through the proxy of the settings, with their authorities. */
export function tunnelAgent(settings: Settings): Agent {
  return new TunnelAgent(settings, { keepAlive: true, ...trustedAuthorities(settings) });
}

type OnSocket = (error: Error | null, socket?: Duplex) => void;

/** Opens its connections inside of tunnels (RFC 9110, 9.3.6). */
class TunnelAgent extends Agent {
  readonly #settings: Settings;

  constructor(settings: Settings, options: AgentOptions) {
    super(options);
    this.#settings = settings;
  }

  override createConnection(options: ConnectionOptions, onSocket: OnSocket): Duplex | null | undefined {
    const target = `${options.host}:${options.port ?? 443}`;
    const proxy = proxyOf(new URL(`https://${target}`), this.#settings);
    if (proxy === undefined) return super.createConnection(options, onSocket);
    const { protocol, hostname, port, username, password } = new URL(proxy);
    const isSecure = protocol === 'https:';
    const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
    const headers = { host: target, ...(username !== '' && { 'proxy-authorization': `Basic ${login}` }) };
    const asking = (isSecure ? secureRequest : plainRequest)({
      method: 'CONNECT',
      hostname,
      port: port || (isSecure ? 443 : 80),
      path: target,
      headers,
      timeout: connectTimeoutMs,
      ...(isSecure && { ca: this.options.ca }),
    });
    asking.once('error', onSocket);
    asking.once('timeout', () => asking.destroy(new Error(`The proxy ${hostname} opens no connection to ${target}`)));
    asking.once('connect', ({ statusCode }, socket) => {
      socket.setTimeout(0);
      if (statusCode === 200) return onSocket(null, connect({ ...options, socket }));
      socket.destroy();
      return onSocket(new Error(`The proxy ${hostname} refused to connect to ${target} with status ${statusCode}`));
    });
    // A proxy that opens no tunnel answers as a server does.
    asking.once('response', ({ statusCode }) => {
      asking.destroy(new Error(`The proxy ${hostname} refused to connect to ${target} with status ${statusCode}`));
    });
    asking.end();
    return undefined;
  }
}
