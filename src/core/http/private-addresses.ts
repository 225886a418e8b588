import { BlockList, isIP } from 'node:net';

/** Networks that are not reached over the internet (IANA special-purpose registries). */
const ipv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const;

/** Some hold addresses of IPv4: mapped ones, and those of NAT64, Teredo and 6to4, behind which a private one may be. */
const ipv6 = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const;

// One list for both would take every address of IPv4 for one of those in IPv6.
const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of ipv4) lists.ipv4.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of ipv6) lists.ipv6.addSubnet(network, bits, 'ipv6');

/** Reports whether an address belongs to this machine or a private network. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return lists[family].check(address, family);
}
