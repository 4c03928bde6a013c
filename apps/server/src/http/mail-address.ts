import { isIP } from 'node:net'
import { isLoopback } from '../outbound/loopback.ts'
import { listOwnAddresses } from './own-addresses.ts'

interface AddressSettings {
  readonly hasPublicUrl: boolean
  readonly publicUrl: string
  readonly basePath: string
  readonly host: string
  readonly port: number
}

/**
 * The start of links in mails. Without PUBLIC_URL it is the address of this computer in its network,
 * because `localhost` leads the reader of a mail to their own computer. A clinic's PC often starts
 * before its network is up, so the address is read for each mail.
 */
export function findMailAddress(
  { hasPublicUrl, publicUrl, basePath, host, port }: AddressSettings,
  listAddresses = listOwnAddresses,
): string {
  // A server on loopback is reached from this computer only, where localhost is right.
  if (hasPublicUrl || isLoopback(host)) return publicUrl
  const isOneAddress = isIP(host) !== 0 && !/^[0:.]+$/u.test(host)
  const [own] = isOneAddress
    ? [`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`]
    : listAddresses(port)
  return own === undefined ? publicUrl : new URL(basePath, own).href
}
