import { BlockList, isIP } from 'node:net'

/** A larger network is not an address of a device: it would make every stranger known. */
const shortestPrefix = { ipv4: 16, ipv6: 48 } as const

/** Tells whether an address belongs to one of the networks, which may be addresses. */
export function createAddressCheck(networks: Iterable<string>): (address: string) => boolean {
  const list = new BlockList()
  const addresses = new Set<string>()
  for (const network of networks) {
    const [base = '', prefix] = network.split('/')
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4'
    if (isIP(base) === 0) continue
    if (prefix === undefined) addresses.add(base)
    else if (Number(prefix) >= shortestPrefix[family]) list.addSubnet(base, Number(prefix), family)
  }
  return (address) =>
    addresses.has(address) ||
    (isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
}
