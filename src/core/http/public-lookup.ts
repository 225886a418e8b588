import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-addresses.ts';

/**
 * Returns a lookup of names that finds no private addresses but those of `hosts`. It checks the very addresses that are then
 * connected to, so that a name cannot change between check and call. An address in place of a name is not looked up.
 */
export function publicLookup(hosts: readonly string[], message: string): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const usable = addresses.filter(({ address }) => hosts.includes(address) || !isPrivateAddress(address));
      const [first] = usable;
      if (!first) return callback(new Error(message), []);
      if (options.all) return callback(null, usable);
      return callback(null, first.address, first.family);
    });
  };
}

/** Reports whether the host of an address is itself an address of this machine or a private network. */
export function namesPrivateAddress({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/gu, '');
  return isIP(host) > 0 && isPrivateAddress(host);
}
