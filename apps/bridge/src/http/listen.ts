import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { GeneratorAbsent, GeneratorSilent } from '@talus/devices'
import type { CallerBook } from '../callers.ts'
import { BridgeRefusal, refuse } from '../refusal.ts'
import type { Log } from '../log.ts'
import { bearerOf, isToken, mustBeLocal, serverOf } from './guard.ts'
import { sendRefusal } from './reply.ts'
import { callOf, find } from './router.ts'
import type { Route } from './router.ts'
import { languageOf, refusalWords } from './words.ts'

export interface ListenSettings {
  readonly port: number
  readonly token: string
  readonly isPanelToken: (token: string) => boolean
  readonly callers: CallerBook
  readonly routes: readonly Route[]
  readonly log: Log
}

const asRefusal = (error: unknown, log: Log): BridgeRefusal => {
  if (error instanceof BridgeRefusal) return error
  if (error instanceof GeneratorAbsent) return new BridgeRefusal('bridge/no-generator')
  if (error instanceof GeneratorSilent)
    return new BridgeRefusal('bridge/generator-silent', error.message)
  log('failed', { reason: error instanceof Error ? error.stack : String(error) })
  return new BridgeRefusal('bridge/failed')
}

/** Loopback only, whatever the settings say: what stands behind it makes radiation. */
export async function listen({ port, token, isPanelToken, callers, routes, log }: ListenSettings) {
  let boundPort = port

  async function answer(request: IncomingMessage, response: ServerResponse) {
    mustBeLocal(request.headers, boundPort)
    const url = new URL(request.url ?? '/', 'http://bridge')
    const { route, parts } = find(routes, request.method ?? '', url.pathname)
    const given = bearerOf(request.headers)
    const isAllowed =
      route.access === 'anyone' ||
      isToken(given, token) ||
      (route.access === 'panel' && isPanelToken(given))
    if (!isAllowed) refuse('bridge/token')
    const server = serverOf(request.headers)
    if (server !== undefined) response.once('close', callers.begin(server))
    await route.handle(callOf(request, response, url, parts))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { code, status, detail } = asRefusal(error, log)
      if (response.headersSent) return void response.destroy()
      const language = languageOf(request.headers['accept-language'])
      const message = refusalWords(language, code, detail)
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
