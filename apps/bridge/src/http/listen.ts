import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseAcceptLanguage } from '@talus/contract'
import { GeneratorAbsent, GeneratorSilent, ValueNotInScale } from '@talus/devices'
import type { CallerRegistry } from '../caller-registry.ts'
import { BridgeRefusal, refuse } from '../refusal.ts'
import type { Log } from '../log.ts'
import { parseBearerToken, isSameToken, requireLocalRequest, getServerName } from './guard.ts'
import { sendRefusal } from './reply.ts'
import { createCall, findRoute } from './router.ts'
import type { Route } from './router.ts'
import { formatRefusal } from './refusal-texts.ts'

export interface ListenSettings {
  readonly port: number
  readonly token: string
  readonly isPanelToken: (token: string) => boolean
  readonly callers: CallerRegistry
  readonly routes: readonly Route[]
  readonly log: Log
}

const toRefusal = (error: unknown, log: Log): BridgeRefusal => {
  if (error instanceof BridgeRefusal) return error
  if (error instanceof GeneratorAbsent) return new BridgeRefusal('bridge/no-generator')
  if (error instanceof ValueNotInScale)
    return new BridgeRefusal('bridge/not-in-scale', error.message)
  if (error instanceof GeneratorSilent)
    return new BridgeRefusal('bridge/generator-silent', error.message)
  log('failed', { reason: error instanceof Error ? error.stack : String(error) })
  return new BridgeRefusal('bridge/failed')
}

/**
 * Listens on loopback only, whatever the settings say: the hardware behind it produces radiation.
 */
export async function listen({ port, token, isPanelToken, callers, routes, log }: ListenSettings) {
  let boundPort = port

  async function handleRequest(request: IncomingMessage, response: ServerResponse) {
    requireLocalRequest(request.headers, boundPort)
    const url = new URL(request.url ?? '/', 'http://bridge')
    const { route, parts } = findRoute(routes, request.method ?? '', url.pathname)
    const bearer = parseBearerToken(request.headers)
    const isAllowed =
      route.access === 'anyone' ||
      isSameToken(bearer, token) ||
      (route.access === 'panel' && isPanelToken(bearer))
    if (!isAllowed) refuse('bridge/token')
    const server = getServerName(request.headers)
    if (server !== undefined) response.once('close', callers.trackCall(server))
    await route.handle(createCall(request, response, url, parts))
  }

  const server = createServer((request, response) => {
    handleRequest(request, response).catch((error: unknown) => {
      const { code, status, detail } = toRefusal(error, log)
      if (response.headersSent) return void response.destroy()
      const language = parseAcceptLanguage(request.headers['accept-language'])
      const message = formatRefusal(language, code, detail)
      sendRefusal(response, status, {
        code,
        message,
        ...(code.startsWith('bridge/lease') && detail !== '' ? { holder: detail } : {}),
      })
    })
  })
  server.headersTimeout = 5000
  server.requestTimeout = 15_000
  server.maxConnections = 200
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address !== null && typeof address === 'object') boundPort = address.port
  return {
    port: boundPort,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
