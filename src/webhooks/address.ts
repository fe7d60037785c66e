/**
 * The addresses that a webhook may reach. Public means: global unicast by the registries of IANA for special purposes (RFC 6890).
 * An IPv6 form that wraps an IPv4 address counts as that address, or is refused.
 */
import { BlockList, isIP } from 'node:net';

/** Addresses of this machine and of private networks, which an operator may open. */
const privateNets = blockList([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
]);
/** Never a receiver: this network, link-local with the metadata of clouds, documentation, benchmarks, multicast, reserved. */
const refused = blockList([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // metadata: Amazon's over IPv6, Alibaba's and Oracle's, which lie inside private networks
  'fd00:ec2::254/128',
  '100.100.100.200/32',
  '192.0.0.192/32',
  // Teredo and other protocols' own, documentation, 6to4
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);
const globalUnicast = blockList(['2000::/3']);

/** Whether a webhook may reach the address. `privateToo`: also this machine and private networks. */
export function isReachable(address: string, privateToo: boolean): boolean {
  const mapped = mappedIpv4(address);
  if (mapped !== null) return isReachable(mapped, privateToo);
  const family = isIP(address);
  // an address with a zone belongs to one link
  if (family === 0 || address.includes('%')) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  if (refused.check(address, type)) return false;
  if (privateNets.check(address, type)) return privateToo;
  return family === 4 || globalUnicast.check(address, type);
}

/** The IPv4 address in `::ffff:1.2.3.4`, however it is written; null for any other address. */
function mappedIpv4(address: string): string | null {
  if (isIP(address) !== 6 || address.includes('%')) return null;
  // the parser of URLs writes the short form in hexadecimal
  const [, high, low] =
    /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (high === undefined || low === undefined) return null;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`;
}

function blockList(nets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const net of nets) {
    const [address = '', bits] = net.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
