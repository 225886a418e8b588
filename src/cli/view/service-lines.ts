import { createInterface } from 'node:readline';
import { isLoopback } from '../../core/http/is-loopback.ts';
import { ownAddresses } from '../../core/http/own-addresses.ts';
import type { ServiceAccess } from '../../server/run-service.ts';
import type { ProcessContext } from '../process-context.ts';
import { qrCode } from './qr-code.ts';
import { columnsFor, writeLines } from './write-lines.ts';

/** A machine with more addresses is a server, whose people know them. */
const maxAddresses = 3;

/** Where a service listens, and how people get in. */
export interface ShownService extends Pick<ServiceAccess, 'isRequired' | 'token' | 'newCode' | 'feed'> {
  /** Address that it listens on, which may be `0.0.0.0`. */
  readonly url: string;
  /** Path below which it is served. Default: none. */
  readonly basePath?: string | undefined;
}

/**
 * Says where people find the service; on a terminal with a QR code that logs a phone in, and a new one each time that they press Enter, until the
 * signal.
 */
export async function showService(service: ShownService, context: ProcessContext): Promise<void> {
  const { stdin, stderr, signal } = context;
  const [local, ...others] = placesOf(service);
  // A file that keeps the lines is no place for a login, or for a feed.
  const [phone] = stderr.isTTY ? others : [];
  const lines = [
    `On this machine: ${local}${stderr.isTTY ? loginOf(service) : ''}`,
    ...others.map((place) => `In this network: ${place}`),
    ...entries(service, phone),
    ...(others.length === 0 ? ['For a phone: audiobook serve --host 0.0.0.0'] : []),
  ];
  const code = phone === undefined ? '' : await codeOf(phone, service, context);
  writeLines(stderr, `${lines.join('\n')}\n`);
  stderr.write(code);
  if (phone === undefined || !service.isRequired || !stdin.isTTY) return;
  stderr.write('A code lets one phone in, once, for ten minutes.\nEnter shows a new one. Ctrl-C ends the service.\n');
  const again = async (): Promise<void> => void stderr.write(`A new code:\n${await codeOf(phone, service, context)}`);
  createInterface({ input: stdin, signal }).on('line', () => void again());
}

/** Returns how people and podcast apps get in: the token of this run, and on a terminal the feed. */
function entries({ token, feed }: ShownService, phone: string | undefined): readonly string[] {
  const made =
    token === undefined ? [] : [`Token: ${token}`, 'It ends with the service. AUDIOBOOK_TOKEN sets one that stays.'];
  return phone === undefined || feed === undefined ? made : [...made, `In a podcast app: ${phone}${feed}`];
}

/** Returns the QR code of an address with a new login. */
async function codeOf(place: string, service: ShownService, context: ProcessContext): Promise<string> {
  return await codeOrAddress(`${place}${loginOf(service)}`, context);
}

/** Returns the QR code of an address, or the address where the terminal cannot show it. */
export async function codeOrAddress(address: string, { stderr, environment }: ProcessContext): Promise<string> {
  const code = environment['TERM'] === 'dumb' ? undefined : await qrCode(address, columnsFor(stderr));
  return code ?? `${address}\n`;
}

/** Returns the addresses of a service: that of this machine, then those that others reach. */
function placesOf({ url, basePath = '' }: ShownService): readonly string[] {
  const { hostname, port } = new URL(url);
  const isAny = hostname === '0.0.0.0' || hostname === '[::]';
  const reached = isLoopback(hostname) ? [] : [hostname];
  const others = isAny ? ownAddresses().slice(0, maxAddresses) : reached;
  return ['127.0.0.1', ...others].map((host) => `http://${host}:${port}${basePath}/`);
}

function loginOf({ newCode }: ShownService): string {
  const code = newCode();
  return code === undefined ? '' : `#login=${code}`;
}
