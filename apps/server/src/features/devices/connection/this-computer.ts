import type { NetworkInterfaceInfo } from 'node:os'
import { isLoopback } from '../../../outbound/loopback.ts'

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

/**
 * Whether an address is one of this computer. Names other than localhost would need a DNS lookup
 * and count as another computer.
 */
export function isThisComputer(host: string, interfaces: Interfaces): boolean {
  const wanted = host.trim().toLowerCase()
  const own = Object.values(interfaces).flatMap((addresses) => addresses ?? [])
  return isLoopback(wanted) || own.some(({ address }) => address.toLowerCase() === wanted)
}
