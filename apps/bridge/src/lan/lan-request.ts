import type { IncomingHttpHeaders } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import { refuse } from '../refusal.ts'

/**
 * Only a server calls the bridge from another computer, never a page. The `Host` has to name this
 * computer, as at the port for this computer itself.
 */
export function requireLanRequest(headers: IncomingHttpHeaders, port: number) {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    refuse('bridge/foreign-page')
  const [, name = '', givenPort] = /^(.+):(\d+)$/u.exec(headers.host ?? '') ?? []
  if (Number(givenPort) !== port || !isOwnName(name.toLowerCase())) refuse('bridge/foreign-page')
}

function isOwnName(name: string): boolean {
  const own = hostname().toLowerCase()
  const [firstLabel] = own.split('.')
  if (name === own || name === firstLabel || name.split('.')[0] === firstLabel) return true
  const address = name.replace(/^\[(.*)\]$/u, '$1')
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some((one) => one.address.toLowerCase() === address)
}
