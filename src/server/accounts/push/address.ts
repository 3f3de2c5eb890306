import dns from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

/** Known push services of browsers; PUSH_ORIGINS adds others. */
const services = ['fcm.googleapis.com', '.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];

/** The origin of a push endpoint; undefined for any other URL, so that clients cannot make the server call arbitrary hosts (SSRF). */
export function pushOrigin(endpoint: string, others: readonly string[]): string | undefined {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return undefined;
  if (others.includes(url.origin)) return url.origin;
  const isKnown = services.some((one) => (one.startsWith('.') ? url.hostname.endsWith(one) : url.hostname === one));
  return url.protocol === 'https:' && url.port === '' && isKnown ? url.origin : undefined;
}

const inside = new BlockList();
for (const [network, bits] of [
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
] as const)
  inside.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, bits, 'ipv6');

/** Whether an IP address is private or local. */
export function isInside(address: string): boolean {
  return inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** DNS lookup that refuses hosts with a private or local address. */
export const lookupOutside: LookupFunction = (hostname, options, found) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, '');
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => isInside(address))) return found(new Error(`${hostname} is in the local network`), '');
    if (options.all) return found(null, addresses);
    found(null, first.address, first.family);
  });
};
