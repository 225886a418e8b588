import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** Constant that every copy of Edge sends. It is public, and the same for all users. */
const clientToken = '6A5AA1D4EAFF4E9FB37E23D68491D6F4';

/** Seconds from the start of Windows file time (1601) to that of Unix time. */
const windowsEpoch = 11_644_473_600n;

/** A server that speaks Edge's protocol, and the version of Edge that requests come from. */
export interface EdgeService {
  /** Address that the paths are appended to, without a slash at the end. */
  readonly address: string;
  /** Chromium version, such as `143.0.3650.75`. */
  readonly version: string;
  /** Difference of the service's clock from ours, learned from a refusal. */
  skewMs: number;
}

/**
 * Returns the value of `Sec-MS-GEC`: the SHA-256 hash of the time, rounded down to five minutes in Windows file time, and the
 * client token. The service refuses a time that is more than a few minutes off.
 */
export function edgeToken(nowMs: number): string {
  const seconds = BigInt(Math.floor(nowMs / 1000)) + windowsEpoch;
  const ticks = (seconds - (seconds % 300n)) * 10_000_000n;
  return createHash('sha256').update(`${ticks}${clientToken}`).digest('hex').toUpperCase();
}

/** Returns the address of a WebSocket for one text. */
export function edgeSocketUrl(service: EdgeService): string {
  const url = new URL(`${service.address.replace(/^http/u, 'ws')}/edge/v1`);
  url.search = new URLSearchParams({
    TrustedClientToken: clientToken,
    ConnectionId: randomUUID().replaceAll('-', ''),
    ...signature(service),
  }).toString();
  return url.href;
}

/** Returns the address of the list of voices. */
export function edgeVoicesUrl(service: EdgeService): string {
  const query = new URLSearchParams({ trustedclienttoken: clientToken, ...signature(service) });
  return `${service.address}/voices/list?${query.toString()}`;
}

function signature({ version, skewMs }: EdgeService): Record<string, string> {
  return { 'Sec-MS-GEC': edgeToken(Date.now() + skewMs), 'Sec-MS-GEC-Version': `1-${version}` };
}

/** Returns the headers that Edge sends; the service refuses requests without them. */
export function edgeHeaders({ version }: EdgeService): Record<string, string> {
  const major = version.split('.', 1)[0] ?? '';
  return {
    'User-Agent':
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ` +
      `Chrome/${major}.0.0.0 Safari/537.36 Edg/${major}.0.0.0`,
    'Accept-Language': 'en-US,en;q=0.9',
    Pragma: 'no-cache',
    'Cache-Control': 'no-cache',
    Origin: 'chrome-extension://jdiccldimpdaibmpdkjnbmckianbfold',
    Cookie: `muid=${randomBytes(16).toString('hex').toUpperCase()};`,
  };
}
