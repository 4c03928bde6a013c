import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { bridgeServerHeader, bridgeServerPattern } from '@talus/contract'
import { refuse } from '../refusal.ts'

const names = ['127.0.0.1', 'localhost', '[::1]']

/**
 * A page of another site can reach a loopback port: by its address (then the browser tells its
 * Origin) or under a name that suddenly means 127.0.0.1 (then the Host is that name). Both end here.
 */
export function mustBeLocal(headers: IncomingHttpHeaders, port: number) {
  const hosts = names.map((name) => `${name}:${port}`)
  if (!hosts.includes(headers.host ?? '')) refuse('bridge/foreign-page')
  const { origin } = headers
  if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`))
    refuse('bridge/foreign-page')
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') refuse('bridge/foreign-page')
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compared in the same time whatever it is. */
export const isToken = (given: string, token: string): boolean =>
  timingSafeEqual(digest(given), digest(token))

export const bearerOf = ({ authorization = '' }: IncomingHttpHeaders): string =>
  /^Bearer ([\w-]{1,128})$/u.exec(authorization)?.[1] ?? ''

/** Which server calls, by the name that it has given itself when it started. */
export function serverOf(headers: IncomingHttpHeaders): string | undefined {
  const name = headers[bridgeServerHeader]
  return typeof name === 'string' && bridgeServerPattern.test(name) ? name : undefined
}
