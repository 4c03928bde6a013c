import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { bridgeServerHeader, bridgeServerPattern } from '@talus/contract'
import { refuse } from '../refusal.ts'

const names = ['127.0.0.1', 'localhost', '[::1]']

/**
 * A page of another site can reach a loopback port: by its address (then the browser sends its
 * Origin) or by DNS rebinding (then the Host is the other site's name). Both are refused.
 */
export function requireLocalRequest(headers: IncomingHttpHeaders, port: number) {
  const hosts = names.map((name) => `${name}:${port}`)
  if (!hosts.includes(headers.host ?? '')) refuse('bridge/foreign-page')
  const { origin } = headers
  if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`))
    refuse('bridge/foreign-page')
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') refuse('bridge/foreign-page')
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time. */
export const isSameToken = (candidate: string, token: string): boolean =>
  timingSafeEqual(digest(candidate), digest(token))

export const parseBearerToken = ({ authorization = '' }: IncomingHttpHeaders): string =>
  /^Bearer ([\w-]{1,128})$/u.exec(authorization)?.[1] ?? ''

/** The name of the calling server, which it chose when it started. */
export function getServerName(headers: IncomingHttpHeaders): string | undefined {
  const name = headers[bridgeServerHeader]
  return typeof name === 'string' && bridgeServerPattern.test(name) ? name : undefined
}
