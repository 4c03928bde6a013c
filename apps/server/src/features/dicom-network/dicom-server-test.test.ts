import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noOpenssl, selfSigned } from '../../testing/certificate.ts'
import type { Certificate } from '../../testing/certificate.ts'
import { connectionTests, form } from '../../testing/connection-tests.ts'
import { dcmqrscp, hasDcmtk, noDcmtk, storescp } from '../../testing/dcmtk.ts'
import { freePort, peer } from '../../testing/peers.ts'
import { startServer } from '../../testing/server-process.ts'
import { processDatabase } from '../../testing/test-database.ts'
import { testServer } from '../../testing/test-server.ts'

const { server, token, tryIt, codeOf, atEnd, closedAfterwards } = connectionTests()

/** The trail, newest first. */
async function trail() {
  const root = await server().tokenOf(server().first.people.root.id)
  const query = { action: 'dicom-server.test', size: 20 }
  return (await server().call(routes.audit.page, { query }, root)).body.rows
}

describe('a DICOM server of dcmtk', () => {
  beforeEach(({ skip }) => skip(!hasDcmtk, noDcmtk))

  test('that answers is a success, by both paths, and in the trail', async () => {
    const { port } = await closedAfterwards(storescp())
    const body = { ...form, port }
    for (const route of [routes.dicomServer.test, routes.dicomServer.testByOldPath])
      expect(await server().call(route, { body }, token())).toMatchObject({
        status: 204,
        body: undefined,
      })
    expect((await trail())[0]).toMatchObject({
      action: 'dicom-server.test',
      entityId: null,
      clinicId: server().first.id,
      username: server().first.people.reporter.username,
      before: null,
      after: { host: '127.0.0.1', port, aeTitle: 'PACS', tls: false, result: 'success' },
    })
  })

  test('is reached by its name too', async () => {
    const { port } = await closedAfterwards(storescp())
    expect((await tryIt({ port, host: 'localhost' })).status).toBe(204)
  })

  test('that refuses every association says so', async () => {
    const { port } = await closedAfterwards(storescp('--refuse'))
    expect((await tryIt({ port })).error).toEqual({
      code: 'dicom/rejected',
      message: `127.0.0.1 (port ${port}) rejected the association without giving a reason.`,
    })
    expect((await trail())[0]?.after).toMatchObject({ port, result: 'dicom/rejected' })
  })

  test('that goes by certain titles says when they are not right', async () => {
    const { port } = await closedAfterwards(dcmqrscp({ called: 'PACS', calling: 'TALUS' }))
    expect((await tryIt({ port })).status).toBe(204)
    const elsewhere = await tryIt({ port, aeTitle: 'OTHER' }, server(), token(), 'fr')
    expect(elsewhere).toMatchObject({
      status: 424,
      error: {
        code: 'dicom/rejected-called-title',
        message: `127.0.0.1 (port ${port}) ne porte pas le titre AE OTHER, ou ne sert pas TALUS. Vérifiez les deux, majuscules comprises.`,
      },
    })
    // dcmtk has one answer to a wrong title, whichever it is.
    expect(await codeOf({ port, description: 'STRANGER' })).toBe('dicom/rejected-called-title')
  })

  describe('with TLS and a certificate of its own', () => {
    let certificate: Certificate | undefined
    beforeAll(async () => {
      certificate = await selfSigned('localhost')
    })
    afterAll(() => certificate?.remove())
    beforeEach(({ skip }) => skip(certificate === undefined, noOpenssl))
    const withTls = (...options: readonly string[]) =>
      closedAfterwards(
        storescp('+tls', certificate?.keyFile ?? '', certificate?.certFile ?? '', ...options),
      )

    test('is a success', async () => {
      const { port } = await withTls('--ignore-peer-cert')
      expect((await tryIt({ port, tls: true })).status).toBe(204)
      // dcmtk closes the line on whoever does not begin with TLS.
      expect(await codeOf({ port, tls: false })).toBe('connection/closed')
    })

    test('is turned down where certificates are asked for', async () => {
      const { port } = await withTls('--ignore-peer-cert')
      const strict = await closedAfterwards(testServer({ DICOM_TLS_VERIFY: '1' }))
      const strictToken = await strict.tokenOf(strict.first.people.reporter.id)
      expect((await tryIt({ port, tls: true }, strict, strictToken)).error).toEqual({
        code: 'connection/certificate',
        message: `The certificate of 127.0.0.1 (port ${port}) is not trusted: self-signed certificate`,
      })
    })

    test('is taken where the machine trusts it', { timeout: 90_000 }, async ({ skip }) => {
      skip(process.platform !== 'linux', 'only there SSL_CERT_FILE adds to what is trusted')
      const { port } = await withTls('--ignore-peer-cert')
      const database = await processDatabase()
      const folder = await mkdtemp(join(tmpdir(), 'talus-trust-'))
      const running = await startServer({
        ...database.environment,
        TALUS_DATA: folder,
        DICOM_TLS_VERIFY: '1',
        SSL_CERT_FILE: certificate?.certFile ?? '',
      })
      atEnd(async () => {
        await running.kill()
        await database.remove()
        await rm(folder, { recursive: true, force: true })
      })
      const post = (path: string, body: object, authorization = '') =>
        fetch(`${running.address}/api/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization },
          body: JSON.stringify(body),
        })
      const signIn = await post('auth/login', { username: 'super', password: 'Talus-demo-1' })
      const authorization = signIn.headers.get('authorization') ?? ''
      const [named, unnamed] = [
        await post(
          'dicomServer/test',
          { ...form, port, tls: true, host: 'localhost' },
          authorization,
        ),
        await post('dicomServer/test', { ...form, port, tls: true }, authorization),
      ]
      expect(named.status).toBe(204)
      // The certificate is for the name, not for the address.
      expect(await unnamed.json()).toMatchObject({ code: 'connection/certificate' })
    })

    test('that asks us for a certificate tells what it misses', async () => {
      const { port } = await withTls('--require-peer-cert')
      const { error } = await tryIt({ port, tls: true })
      expect(error.code).toBe('connection/tls-failed')
      expect(error.message).toMatch(/failed: .*certificate required$/u)
    })
  })

  test('without TLS is told from one with it', async () => {
    const { port } = await closedAfterwards(storescp())
    expect(await codeOf({ port, tls: true })).toBe('connection/not-tls')
  })
})

describe('the limit', () => {
  test('is ten a minute for each user, failures counted', async () => {
    const port = await freePort()
    for (let count = 0; count < 10; count += 1)
      expect(await codeOf({ port })).toBe('connection/refused')
    const before = await trail()
    server().pass(20_000)
    const { status, error, headers } = await tryIt({ port })
    expect([status, error.code, headers['retry-after']]).toEqual([429, 'request/too-many', '40'])
    expect(await trail()).toEqual(before)
    const byEmail = { params: { id: server().first.records.emailConfigId } }
    expect((await server().call(routes.emailConfig.test, byEmail, token())).status).toBe(429)
    const other = await server().tokenOf(server().second.people.reporter.id)
    expect((await tryIt({ port }, server(), other)).error.code).toBe('connection/refused')
    server().pass(40_000)
    expect(await codeOf({ port })).toBe('connection/refused')
    const kept = await server().unscopedDb.selectFrom('connectionTest').select('userId').execute()
    expect(kept).toHaveLength(2)
  })

  test('holds when all come at once', async () => {
    const port = await freePort()
    const answers = await Promise.all(Array.from({ length: 50 }, () => codeOf({ port })))
    expect(answers.filter((code) => code === 'connection/refused')).toHaveLength(10)
    expect(answers.filter((code) => code === 'request/too-many')).toHaveLength(40)
  })
})

describe('whose server it is', () => {
  test('a form with the id of a stored server is recorded under it', async () => {
    const { dicomServerId: id } = server().first.records
    await tryIt({ id, port: await freePort() })
    expect((await trail())[0]).toMatchObject({ entityId: id, clinicId: server().first.id })
  })

  test('the server of another clinic does not exist', async () => {
    const { dicomServerId: id } = server().second.records
    const { port, connections } = await closedAfterwards(peer(() => undefined))
    expect(await tryIt({ id, port })).toMatchObject({
      status: 404,
      error: { code: 'record/not-found' },
    })
    const body = { ...form, port, clinicId: server().second.id }
    const foreign = await server().call(routes.dicomServer.test, { body }, token())
    expect(foreign).toMatchObject({ status: 403, error: { code: 'access/other-clinic' } })
    expect(connections()).toBe(0)
  })

  test('who may not manage servers may not try them either', async () => {
    const admin = await server().tokenOf(server().first.people.clinicAdmin.id)
    expect((await tryIt({}, server(), admin)).status).toBe(403)
  })
})
