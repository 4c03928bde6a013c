import type { NetworkInterfaceInfo } from 'node:os'

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

/** Given to itself by a machine that no router answers; nobody else finds it there. */
const isSelfGiven = (address: string) => address.startsWith('169.254.')

/** The machine's first address in its network, as others there can enter it; loopback without one. */
export const lanAddress = (interfaces: Interfaces): string =>
  Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .find(
      ({ family, internal, address }) => family === 'IPv4' && !internal && !isSelfGiven(address),
    )?.address ?? '127.0.0.1'
