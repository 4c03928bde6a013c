import { BlockList, isIP } from 'node:net'

/** A larger network is not an address of a device: it would make every stranger known. */
const shortestPrefix = { ipv4: 16, ipv6: 48 } as const

const getFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Tells whether an address belongs to one of the networks of devices, which may be addresses. */
export function createAddressCheck(networks: Iterable<string>): (address: string) => boolean {
  const ofDevices = [...networks].filter((network) => {
    const [base = '', prefix] = network.split('/')
    return prefix === undefined || Number(prefix) >= shortestPrefix[getFamily(base)]
  })
  return createNetworkCheck(ofDevices)
}

/** Tells whether an address belongs to one of the networks, which may be addresses. */
export function createNetworkCheck(networks: Iterable<string>): (address: string) => boolean {
  const list = new BlockList()
  const addresses = new Set<string>()
  for (const network of networks) {
    const [base = '', prefix] = network.split('/')
    if (isIP(base) === 0) continue
    if (prefix === undefined) addresses.add(base)
    else list.addSubnet(base, Number(prefix), getFamily(base))
  }
  return (address) =>
    addresses.has(address) || (isIP(address) !== 0 && list.check(address, getFamily(address)))
}
