import { networkInterfaces } from 'node:os';

/** What routers of homes and offices give, in the order in which they are common. Others are of containers and of tunnels. */
const homeNetworks = ['192.168.', '10.'] as const;

/** Returns the IPv4 addresses of this machine that others can reach, those of home networks first. */
export function ownAddresses(interfaces: typeof networkInterfaces = networkInterfaces): readonly string[] {
  const all = Object.values(interfaces()).flatMap((addresses = []) => addresses);
  const found = all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address);
  return found.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(address: string): number {
  const rank = homeNetworks.findIndex((network) => address.startsWith(network));
  return rank < 0 ? homeNetworks.length : rank;
}
