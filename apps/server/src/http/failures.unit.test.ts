import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UnexpectedError } from './error-report.ts'
import { createHttpServer } from './server.ts'

const reported: UnexpectedError[] = []
const faults: Readonly<Record<string, Error>> = {
  mistake: new TypeError("Cannot read properties of undefined (reading 'owner')"),
  'postgres-gone': createFault({ code: 'ECONNREFUSED' }),
  'postgres-stopping': createFault({ code: '57P01' }),
  // SQLITE_IOERR_READ, SQLITE_FULL
  'sqlite-gone': createFault({ errcode: 266 }),
  'sqlite-full': createFault({ errcode: 13 }),
  'postgres-full': createFault({ code: '53100' }),
  'disk-full': createFault({ code: 'ENOSPC' }),
  // SQLITE_CANTOPEN
  'sqlite-journal': createFault({ errcode: 14 }),
  'disk-full-below': new Error('not stored', { cause: createFault({ code: 'EDQUOT' }) }),
  'disk-full-in-thread': new Error('database or disk is full'),
}
function createFault(code: object) {
  return Object.assign(new Error('connect to db.clinic.example:5432 as talus failed'), code)
}

let app: Awaited<ReturnType<typeof createHttpServer>>
beforeAll(async () => {
  app = await createHttpServer({
    log: Fastify().log,
    apiBase: '/api/',
    publicUrl: 'http://localhost/',
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
  ['sqlite-full', 507, 'storage/full', '30'],
  ['postgres-full', 507, 'storage/full', '30'],
  ['disk-full', 507, 'storage/full', '30'],
  ['sqlite-journal', 503, 'server/unavailable', '5'],
  ['disk-full-below', 507, 'storage/full', '30'],
  ['disk-full-in-thread', 507, 'storage/full', '30'],
])(
  'the fault %s is answered with status %i and a message that reveals nothing of it',
  async (name, status, code, retryAfter) => {
    reported.length = 0
    const response = await app.inject({ url: `/${name}` })
    expect([response.statusCode, response.json().code]).toEqual([status, code])
    expect(response.headers['retry-after']).toBe(retryAfter)
    expect(Object.keys(response.json())).toEqual(['code', 'message'])
    expect(response.body).not.toMatch(/\bat .*\.ts|node_modules|undefined|clinic\.example/u)
    expect(reported).toMatchObject([
      {
        source: 'server',
        message: faults[name]?.message,
        stack: expect.stringContaining('failures.unit.test.ts'),
        page: 'GET /:name',
      },
    ])
  },
)
