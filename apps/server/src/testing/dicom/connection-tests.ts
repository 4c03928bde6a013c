import { routes } from '@talus/contract'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { startTestServer } from '../server/test-server.ts'
import type { TestServer } from '../server/test-server.ts'

/** A DICOM server as a user enters it. */
export const serverForm = {
  serverName: 'PACS',
  aeTitle: 'PACS',
  host: '127.0.0.1',
  port: 104,
  description: 'TALUS',
}
export type ServerForm = Partial<typeof serverForm> & {
  readonly tls?: boolean
  readonly id?: number
}

/**
 * Starts a server with a user who tests connections to DICOM servers; closes after each test what
 * it has opened.
 */
export function setUpConnectionTests() {
  let server: TestServer
  let token: string
  const closing: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    server = await startTestServer()
    token = await server.createToken(server.first.users.reporter.id)
  })
  beforeEach(() => server.unscopedDb.deleteFrom('connectionTest').execute())
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  afterAll(() => server.close())

  const testConnection = async (
    change: ServerForm,
    testServer: TestServer = server,
    userToken = token,
    language = 'en',
  ) => {
    const body = { ...serverForm, ...change }
    const headers = { 'accept-language': language }
    return testServer.call(routes.dicomServer.test, { body }, userToken, headers)
  }
  return {
    server: () => server,
    token: () => token,
    testConnection,
    getErrorCode: async (change: ServerForm) => (await testConnection(change)).error.code,
    atEnd: (close: () => Promise<unknown>) => void closing.push(close),
    closeAfterTest: async <Kind extends { readonly close: () => Promise<unknown> }>(
      starting: Promise<Kind>,
    ): Promise<Kind> => {
      const started = await starting
      closing.push(started.close)
      return started
    },
  }
}
