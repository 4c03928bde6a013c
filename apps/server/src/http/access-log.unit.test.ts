import { expect, test } from 'vitest'
import { createLog } from '../telemetry/create-log.ts'
import { observeRequests } from './observe-requests.ts'
import { createHttpServer } from './server.ts'

async function startLogging() {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const app = await createHttpServer({
    log,
    apiBase: '/api/',
    trustProxy: false,
    publicUrl: 'http://localhost',
    identity: {},
    reportError: () => undefined,
  })
  observeRequests(app, { log })
  app.get('/patient/:id', async () => {
    log.info('found')
    return { name: 'Rex' }
  })
  const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return { app, lines, entries }
}

test('each request is one line with its ID, declared path, status, time and size', async () => {
  const { app, entries } = await startLogging()
  const reply = await app.inject('/patient/17')
  await app.close()
  const requestId = reply.headers['x-request-id']
  expect(entries()).toMatchObject([
    { msg: 'found', requestId },
    {
      msg: 'request',
      requestId,
      method: 'GET',
      route: '/patient/:id',
      status: 200,
      bytes: 14,
      userId: null,
      clinicId: null,
    },
  ])
  expect(entries()[1]?.['ms']).toEqual(expect.any(Number))
})

test('neither the path, the query nor a token of a request is in the log', async () => {
  const { app, lines } = await startLogging()
  await app.inject({
    url: '/patient/17?name=Tremblay',
    headers: { authorization: 'Bearer secret-token-of-a-user', cookie: 'a-secret-cookie' },
  })
  await app.inject('/nowhere/Tremblay')
  await app.close()
  const text = lines.join('')
  expect(text).toContain('"route":"unmatched"')
  expect(text).not.toMatch(/Tremblay|secret|nowhere/u)
})
