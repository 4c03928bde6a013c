import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from './db/open.ts'
import { connectRaw } from './dimse/testing/test-acceptor.ts'
import { encodeTestRequest } from './dimse/testing/test-pdus.ts'
import { createRadiograph } from './testing/dicom/dicom-objects.ts'
import { testEngine } from './testing/database/test-database.ts'
import { startSilentProxy } from './testing/network/silent-proxy.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

/** A stopped PostgreSQL, or one behind a broken network: connections are accepted, and no more. */
describe.runIf(testEngine === 'postgres')('a database that falls silent', () => {
  const { atEnd, database, start } = setUpServerRuns()

  async function startProxy() {
    const url = new URL(database().environment['DATABASE_URL'] ?? '')
    const proxy = await startSilentProxy({ host: url.hostname, port: Number(url.port) })
    atEnd(proxy.close)
    url.host = `127.0.0.1:${proxy.port}`
    return { proxy, url: url.href }
  }

  test('is reported soon to callers and in the log, and the server recovers by itself', async () => {
    const { proxy, url } = await startProxy()
    const server = await start({ DATABASE_URL: url, TALUS_DEMO: '0', DICOM_PORT: '0' })
    const ask = async (path: string) => {
      const began = performance.now()
      const headers = { authorization: `Bearer ${'a'.repeat(43)}` }
      const reply = await fetch(`${server.address}/api/${path}`, { headers })
      const seconds = (performance.now() - began) / 1000
      return { status: reply.status, retryAfter: reply.headers.get('retry-after'), seconds }
    }
    const call = async () => {
      const peer = connectRaw(server.dicomPort)
      peer.socket.write(encodeTestRequest())
      await peer.closed
      return [...peer.received()]
    }
    // More calls than the pool has connections, so that some wait for one.
    const list = () => Promise.all(Array.from({ length: 15 }, () => ask('study/page')))
    expect((await list()).map(({ status }) => status)).toEqual(Array(15).fill(401))
    expect((await ask('health')).status).toBe(200)

    proxy.setSilent(true)
    const [health, pages, association] = await Promise.all([ask('health'), list(), call()])
    expect(health).toMatchObject({ status: 503, retryAfter: '5' })
    expect(health.seconds).toBeLessThan(3)
    for (const page of pages) {
      expect(page).toMatchObject({ status: 503, retryAfter: '5' })
      expect(page.seconds).toBeLessThan(10)
    }
    const congestion = [3, 0, 0, 0, 0, 4, 0, 2, 3, 1]
    expect(association).toEqual(congestion)
    // Once the fault is known, nobody waits for it.
    expect((await ask('study/page')).seconds).toBeLessThan(1)
    expect(server.output()).toContain('the database does not answer')

    proxy.setSilent(false)
    await expect.poll(async () => (await ask('health')).status, { timeout: 15_000 }).toBe(200)
    expect((await list()).map(({ status }) => status)).toEqual(Array(15).fill(401))
    expect(server.output()).toContain('the database answers again')
    await expect.poll(proxy.count).toBeLessThanOrEqual(10)
    await server.stop()
  })

  test('makes DICOMweb say that the sender should try again, and then stores what it sends', async () => {
    const { proxy, url } = await startProxy()
    const server = await start({ DATABASE_URL: url, TALUS_DEMO: '1' })
    const signedIn = await fetch(`${server.address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin.en', password: 'Talus-demo-1' }),
    })
    const authorization = signedIn.headers.get('authorization') ?? ''
    /** The head of the request arrives before the database falls silent, the object after it. */
    const store = (name: string, beforeObject: () => void) => {
      const bytes = createRadiograph(name)
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(bytes.subarray(0, 1000))
          await new Promise((resolve) => setTimeout(resolve, 500))
          beforeObject()
          controller.enqueue(bytes.subarray(1000))
          controller.close()
        },
      })
      return fetch(`${server.address}/api/dicom-web/studies`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/dicom' },
        body,
        duplex: 'half',
      })
    }
    const refused = await store('Cut', () => proxy.setSilent(true))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    proxy.setSilent(false)
    const health = async () => (await fetch(`${server.address}/api/health`)).status
    await expect.poll(health, { timeout: 15_000 }).toBe(200)
    expect((await store('Cut', () => undefined)).status).toBe(200)
  })

  test('does not keep a server from stopping, also while a call waits for it', async () => {
    const { proxy, url } = await startProxy()
    const server = await start({ DATABASE_URL: url, TALUS_DEMO: '0' })
    const ask = () => fetch(`${server.address}/api/health`)
    expect((await ask()).status).toBe(200)
    proxy.setSilent(true)
    const waiting = ask()
    await new Promise((resolve) => setTimeout(resolve, 300))
    const began = performance.now()
    await server.stop()
    expect((performance.now() - began) / 1000).toBeLessThan(30)
    expect((await waiting).status).toBe(503)
  })

  test('differs from a query that takes long, and its transactions are rolled back', async () => {
    const { proxy, url } = await startProxy()
    const { unscopedDb, close } = await openDatabase({ databaseUrl: url, dataFolder: '' })
    await sql`select pg_sleep(5)`.execute(unscopedDb)
    const change = unscopedDb.transaction().execute(async (unscopedDb) => {
      await sql`create table unfinished (id int)`.execute(unscopedDb)
      proxy.setSilent(true)
      await sql`select 1`.execute(unscopedDb)
    })
    await expect(change).rejects.toThrow(/does not answer|connection error/u)
    proxy.setSilent(false)
    const find = async () => {
      const found = sql<{ name: string }>`select to_regclass('unfinished') as name`
      return (await found.execute(unscopedDb)).rows[0]?.name
    }
    await expect.poll(() => find().catch(() => 'no answer'), { timeout: 10_000 }).toBe(null)
    await close()
  })
})
