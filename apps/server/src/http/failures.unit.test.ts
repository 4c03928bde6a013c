import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UnexpectedError } from './error-report.ts'
import { httpServer } from './server.ts'

const reported: UnexpectedError[] = []
const faults: Readonly<Record<string, Error>> = {
  mistake: new TypeError("Cannot read properties of undefined (reading 'owner')"),
  'postgres-gone': coded({ code: 'ECONNREFUSED' }),
  'postgres-stopping': coded({ code: '57P01' }),
  // SQLITE_IOERR_READ, SQLITE_FULL
  'sqlite-gone': coded({ errcode: 266 }),
  'sqlite-full': coded({ errcode: 13 }),
}
function coded(code: object) {
  return Object.assign(new Error('connect to db.clinic.example:5432 as talus failed'), code)
}

let app: Awaited<ReturnType<typeof httpServer>>
beforeAll(async () => {
  app = await httpServer({
    log: Fastify().log,
    apiBase: '/api/',
    trustProxy: false,
    identity: {},
    reportError: (error) => void reported.push(error),
  })
  app.get('/:name', (request) => {
    const { name } = request.params as { readonly name: string }
    throw faults[name] ?? new Error('no such fault')
  })
})
afterAll(() => app.close())

test.each([
  ['mistake', 500, 'server/failed', undefined],
  ['postgres-gone', 503, 'server/unavailable', '5'],
  ['postgres-stopping', 503, 'server/unavailable', '5'],
  ['sqlite-gone', 503, 'server/unavailable', '5'],
  ['sqlite-full', 503, 'server/unavailable', '5'],
])('%s answers %i in words, without a trace of itself', async (name, status, code, retryAfter) => {
  reported.length = 0
  const answer = await app.inject({ url: `/${name}` })
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  expect(answer.headers['retry-after']).toBe(retryAfter)
  expect(Object.keys(answer.json())).toEqual(['code', 'message'])
  expect(answer.body).not.toMatch(/\bat .*\.ts|node_modules|undefined|clinic\.example/u)
  expect(reported).toMatchObject([
    {
      source: 'server',
      message: faults[name]?.message,
      stack: expect.stringContaining('failures.unit.test.ts'),
      page: 'GET /:name',
    },
  ])
})
