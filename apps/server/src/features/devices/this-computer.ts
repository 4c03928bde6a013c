import type { NetworkInterfaceInfo } from 'node:os'

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/u.test(host)

/**
 * Whether an address is one of this computer. Names other than localhost would need a DNS lookup
 * and count as another computer.
 */
export function isThisComputer(host: string, interfaces: Interfaces): boolean {
  const wanted = host.trim().toLowerCase()
  const own = Object.values(interfaces).flatMap((addresses) => addresses ?? [])
  return isLoopback(wanted) || own.some(({ address }) => address.toLowerCase() === wanted)
}
