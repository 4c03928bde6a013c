import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noOpenssl, createSelfSignedCertificate } from '../../../testing/network/certificate.ts'
import type { Certificate } from '../../../testing/network/certificate.ts'
import { setUpConnectionTests, serverForm } from '../../../testing/dicom/connection-tests.ts'
import { startDcmqrscp, hasDcmtk, noDcmtk, startStorescp } from '../../../testing/dicom/dcmtk.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { startTcpPeer } from '../../../testing/network/tcp-peer.ts'
import { startServer } from '../../../testing/server/server-process.ts'
import { createProcessDatabase } from '../../../testing/database/test-database.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'

const { server, token, testConnection, getErrorCode, atEnd, closeAfterTest } =
  setUpConnectionTests()

/** Audit events of server tests, newest first. */
async function trail() {
  const root = await server().createToken(server().first.users.root.id)
  const query = { action: 'dicom-server.test', size: 20 }
  return (await server().call(routes.audit.page, { query }, root)).body.rows
}

describe('a DICOM server of dcmtk', () => {
  beforeEach(({ skip }) => skip(!hasDcmtk, noDcmtk))

  test('a test of storescp succeeds by both paths and is in the audit trail', async () => {
    const { port } = await closeAfterTest(startStorescp())
    const body = { ...serverForm, port }
    for (const route of [routes.dicomServer.test, routes.dicomServer.testByOldPath])
      expect(await server().call(route, { body }, token())).toMatchObject({
        status: 204,
        body: undefined,
      })
    expect((await trail())[0]).toMatchObject({
      action: 'dicom-server.test',
      entityId: null,
      clinicId: server().first.id,
      username: server().first.users.reporter.username,
      before: null,
      after: { host: '127.0.0.1', port, aeTitle: 'PACS', tls: false, result: 'success' },
    })
  })

  test('a DICOM server is reached by host name too', async () => {
    const { port } = await closeAfterTest(startStorescp())
    expect((await testConnection({ port, host: 'localhost' })).status).toBe(204)
  })

  test('a rejected association is reported and recorded', async () => {
    const { port } = await closeAfterTest(startStorescp('--refuse'))
    expect((await testConnection({ port })).error).toEqual({
      code: 'dicom/rejected',
      message: `127.0.0.1 (port ${port}) rejected the association without giving a reason.`,
    })
    expect((await trail())[0]?.after).toMatchObject({ port, result: 'dicom/rejected' })
  })

  test('a wrong AE title is reported in the language of the user', async () => {
    const { port } = await closeAfterTest(startDcmqrscp({ called: 'PACS', calling: 'TALUS' }))
    expect((await testConnection({ port })).status).toBe(204)
    const wrongTitle = await testConnection({ port, aeTitle: 'OTHER' }, server(), token(), 'fr')
    expect(wrongTitle).toMatchObject({
      status: 424,
      error: {
        code: 'dicom/rejected-called-title',
        message: `127.0.0.1 (port ${port}) ne porte pas le titre AE OTHER, ou ne sert pas TALUS. Vérifiez les deux, majuscules comprises.`,
      },
    })
    // dcmtk gives the same reason for a wrong called and a wrong calling AE title.
    expect(await getErrorCode({ port, description: 'STRANGER' })).toBe(
      'dicom/rejected-called-title',
    )
  })

  describe('with TLS and a certificate of its own', () => {
    let certificate: Certificate | undefined
    beforeAll(async () => {
      certificate = await createSelfSignedCertificate('localhost')
    })
    afterAll(() => certificate?.remove())
    beforeEach(({ skip }) => skip(certificate === undefined, noOpenssl))
    const withTls = (...options: readonly string[]) =>
      closeAfterTest(
        startStorescp('+tls', certificate?.keyFile ?? '', certificate?.certFile ?? '', ...options),
      )

    test('a self-signed certificate is accepted by default', async () => {
      const { port } = await withTls('--ignore-peer-cert')
      expect((await testConnection({ port, tls: true })).status).toBe(204)
      // dcmtk closes an unencrypted connection to its TLS port.
      expect(await getErrorCode({ port, tls: false })).toBe('connection/closed')
    })

    test('a self-signed certificate is refused with DICOM_TLS_VERIFY', async () => {
      const { port } = await withTls('--ignore-peer-cert')
      const strict = await closeAfterTest(startTestServer({ DICOM_TLS_VERIFY: '1' }))
      const strictToken = await strict.createToken(strict.first.users.reporter.id)
      expect((await testConnection({ port, tls: true }, strict, strictToken)).error).toEqual({
        code: 'connection/certificate',
        message: `The certificate of 127.0.0.1 (port ${port}) is not trusted: self-signed certificate`,
      })
    })

    test(
      'a certificate that the system trusts is accepted',
      { timeout: 180_000 },
      async ({ skip }) => {
        skip(process.platform !== 'linux', 'only there SSL_CERT_FILE adds to what is trusted')
        const { port } = await withTls('--ignore-peer-cert')
        const database = await createProcessDatabase()
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
            { ...serverForm, port, tls: true, host: 'localhost' },
            authorization,
          ),
          await post('dicomServer/test', { ...serverForm, port, tls: true }, authorization),
        ]
        expect(named.status).toBe(204)
        // The certificate is for the name, not for the address.
        expect(await unnamed.json()).toMatchObject({ code: 'connection/certificate' })
      },
    )

    test('a server that requires a client certificate is reported', async () => {
      const { port } = await withTls('--require-peer-cert')
      const { error } = await testConnection({ port, tls: true })
      expect(error.code).toBe('connection/tls-failed')
      expect(error.message).toMatch(/failed: .*certificate required$/u)
    })
  })

  test('a TLS test of an unencrypted server is reported as not TLS', async () => {
    const { port } = await closeAfterTest(startStorescp())
    expect(await getErrorCode({ port, tls: true })).toBe('connection/not-tls')
  })
})

describe('the rate limit', () => {
  test('a user may run ten server tests a minute, failed ones included', async () => {
    const port = await findFreePort()
    for (let count = 0; count < 10; count += 1)
      expect(await getErrorCode({ port })).toBe('connection/refused')
    const before = await trail()
    server().advanceClock(20_000)
    const { status, error, headers } = await testConnection({ port })
    expect([status, error.code, headers['retry-after']]).toEqual([429, 'request/too-many', '40'])
    expect(await trail()).toEqual(before)
    const byEmail = { params: { id: server().first.records.emailConfigId } }
    expect((await server().call(routes.emailConfig.test, byEmail, token())).status).toBe(429)
    const other = await server().createToken(server().second.users.reporter.id)
    expect((await testConnection({ port }, server(), other)).error.code).toBe('connection/refused')
    server().advanceClock(40_000)
    expect(await getErrorCode({ port })).toBe('connection/refused')
    const kept = await server().unscopedDb.selectFrom('connectionTest').select('userId').execute()
    expect(kept).toHaveLength(2)
  })

  test('the rate limit holds for concurrent server tests', async () => {
    const port = await findFreePort()
    const answers = await Promise.all(Array.from({ length: 50 }, () => getErrorCode({ port })))
    expect(answers.filter((code) => code === 'connection/refused')).toHaveLength(10)
    expect(answers.filter((code) => code === 'request/too-many')).toHaveLength(40)
  })
})

describe('access to server tests', () => {
  test('the test of a stored server is recorded under its ID', async () => {
    const { dicomServerId: id } = server().first.records
    await testConnection({ id, port: await findFreePort() })
    expect((await trail())[0]).toMatchObject({ entityId: id, clinicId: server().first.id })
  })

  test('the server of another clinic cannot be tested', async () => {
    const { dicomServerId: id } = server().second.records
    const { port, connections } = await closeAfterTest(startTcpPeer(() => undefined))
    expect(await testConnection({ id, port })).toMatchObject({
      status: 404,
      error: { code: 'record/not-found' },
    })
    const body = { ...serverForm, port, clinicId: server().second.id }
    const foreign = await server().call(routes.dicomServer.test, { body }, token())
    expect(foreign).toRefuse('access/other-clinic')
    expect(connections()).toBe(0)
  })

  test('a user who may not manage servers may not test them', async () => {
    const admin = await server().createToken(server().first.users.clinicAdmin.id)
    expect((await testConnection({}, server(), admin)).status).toBe(403)
  })
})
