import type { NetworkInterfaceInfo } from 'node:os'

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

/**
 * A link-local address: the computer chose it because no DHCP server answered; it is unreachable.
 */
const isLinkLocal = (address: string) => address.startsWith('169.254.')

/** The computer's first IPv4 address in the local network, or the loopback address without one. */
export const findLanAddress = (interfaces: Interfaces): string =>
  Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .find(
      ({ family, internal, address }) => family === 'IPv4' && !internal && !isLinkLocal(address),
    )?.address ?? '127.0.0.1'
