import { routes } from '@talus/contract'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { testServer } from './test-server.ts'
import type { TestServer } from './test-server.ts'

/** A DICOM server as it is typed in. */
export const form = {
  serverName: 'PACS',
  aeTitle: 'PACS',
  host: '127.0.0.1',
  port: 104,
  description: 'TALUS',
}
export type Form = Partial<typeof form> & { readonly tls?: boolean; readonly id?: number }

/** A server, and somebody there who tries connections to DICOM servers. What a test starts is gone after it. */
export function connectionTests() {
  let server: TestServer
  let token: string
  const closing: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    server = await testServer()
    token = await server.tokenOf(server.first.people.reporter.id)
  })
  beforeEach(() => server.unscopedDb.deleteFrom('connectionTest').execute())
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  afterAll(() => server.close())

  const tryIt = async (change: Form, at: TestServer = server, by = token, language = 'en') => {
    const body = { ...form, ...change }
    const headers = { 'accept-language': language }
    return at.call(routes.dicomServer.test, { body }, by, headers)
  }
  return {
    server: () => server,
    token: () => token,
    tryIt,
    codeOf: async (change: Form) => (await tryIt(change)).error.code,
    atEnd: (close: () => Promise<unknown>) => void closing.push(close),
    closedAfterwards: async <Kind extends { readonly close: () => Promise<unknown> }>(
      starting: Promise<Kind>,
    ): Promise<Kind> => {
      const started = await starting
      closing.push(started.close)
      return started
    },
  }
}
