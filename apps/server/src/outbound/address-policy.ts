import { BlockList, isIPv6 } from 'node:net'

/**
 * Addresses that a server on the internet must not connect to: they lead back into its own network,
 * where hosts trust internal callers. IANA special-purpose registries, RFC 6890.
 */
const privateIPv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

const privateIPv6 = [
  // Unspecified, loopback, and the deprecated IPv4-compatible addresses.
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  // Teredo and related ranges, which embed addresses that cannot be checked.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const

const privateNetworks = new BlockList()
for (const [network, prefix] of privateIPv6) privateNetworks.addSubnet(network, prefix, 'ipv6')
for (const [network, prefix] of privateIPv4) {
  privateNetworks.addSubnet(network, prefix, 'ipv4')
  // The same addresses embedded in IPv6: mapped, translated (NAT64) and 6to4.
  privateNetworks.addSubnet(`::ffff:${network}`, 96 + prefix, 'ipv6')
  privateNetworks.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6')
  privateNetworks.addSubnet(toSixToFour(network), 16 + prefix, 'ipv6')
}

function toSixToFour(network: string): string {
  const hex = network.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))
  return `2002:${hex.slice(0, 2).join('')}:${hex.slice(2).join('')}::`
}

export const isPublicAddress = (address: string): boolean => {
  // The zone ("fe80::1%eth0") is not part of the address.
  const [bare = ''] = address.split('%')
  return !privateNetworks.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
}
