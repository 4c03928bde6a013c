import type { NetworkInterfaceInfo } from 'node:os'

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/u.test(host)

/** An address that leads back here. A name other than localhost would have to be asked for. */
export function isThisMachine(host: string, interfaces: Interfaces): boolean {
  const wanted = host.trim().toLowerCase()
  const own = Object.values(interfaces).flatMap((addresses) => addresses ?? [])
  return isLoopback(wanted) || own.some(({ address }) => address.toLowerCase() === wanted)
}
