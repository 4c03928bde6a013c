import { X509Certificate } from 'node:crypto'
import { routes } from '@talus/contract'
import type { AttemptReason, DicomAttempt, ExchangeRight } from '@talus/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { uids } from '../../../dimse/index.ts'
import { hasDcmtk, noDcmtk } from '../../../testing/dicom/dcmtk.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startReceivingServer } from '../../../testing/dicom/receiving-server.ts'
import type { ReceivingServer } from '../../../testing/dicom/receiving-server.ts'
import { createSelfSignedCertificate, noOpenssl } from '../../../testing/network/certificate.ts'
import { perAddressMax } from './attempt-log.queries.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: ReceivingServer
let token: string
beforeAll(async () => {
  server = await startReceivingServer()
  token = await server.createToken(server.first.users.clinicAdmin.id)
})
afterAll(() => server.close())
beforeEach(({ skip }) => skip(!hasDcmtk, noDcmtk))
afterEach(async () => {
  await server.allowCallers(server.first.id)
  await server.unscopedDb.deleteFrom('dicomAttempt').execute()
})

const rightNames = { store: 'mayStore', query: 'mayQuery', retrieve: 'mayRetrieve' } as const

async function allow(
  identity: { aeTitle: string; network?: string; certificate?: string },
  ...rights: readonly ExchangeRight[]
) {
  const flags = Object.fromEntries(rights.map((right) => [rightNames[right], true]))
  const body = { clinicId: server.first.id, ...identity, ...flags }
  return server.call(routes.dicomDevice.create, { body }, token)
}
const listAttempts = async () => (await server.call(routes.dicomDevice.attempts, {}, token)).body
/** Attempts are written once a second, so those of an earlier test can be among them. */
const seeAttempt = (expected: Partial<DicomAttempt>) =>
  vi.waitFor(
    async () => {
      const found = (await listAttempts()).find(
        ({ callingTitle, reason }) =>
          callingTitle === expected.callingTitle && reason === expected.reason,
      )
      expect(found).toMatchObject(expected)
      return found
    },
    { timeout: 10_000, interval: 100 },
  )
const toFingerprint = (certificate: string | Buffer) =>
  new X509Certificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase()
/** The data set of a file without its file meta information. */
function dataSetOf(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  return bytes.subarray(144 + bytes.readUInt32LE(140))
}
const echo = (calling: string, called = 'FIRST') =>
  server.run('echoscu', '-aec', called, '-aet', calling, '127.0.0.1', server.port)

describe('the list of devices', () => {
  test('a device is listed once, in whatever case its title is written', async () => {
    const device = { aeTitle: 'CR_ROOM', network: '10.1.2.3' }
    const { body } = await allow(device, 'store')
    for (const aeTitle of ['CR_ROOM', 'cr_room'])
      expect(await allow({ ...device, aeTitle }, 'query')).toRefuse('dicom/device-listed')
    expect((await allow({ ...device, network: '10.1.2.4' }, 'store')).status).toBe(200)
    const { id, aeTitle, network } = body
    const change = { id, aeTitle, network, mayStore: true, mayQuery: true }
    const put = (wanted: typeof change) =>
      server.call(routes.dicomDevice.update, { body: wanted }, token)
    expect((await put(change)).status).toBe(200)
    expect(await put({ ...change, network: '10.1.2.4' })).toRefuse('dicom/device-listed')
  })

  test('a listed title from another address is refused and seen with the address', async () => {
    await allow({ aeTitle: 'CR_ROOM', network: '10.1.2.3' }, 'store')
    const paths = await server.write({ spoofed: createRadiograph('spoofed') })
    const { output } = await server.storescu(paths)
    expect(output).toContain('Calling AE Title Not Recognized')
    expect(await server.findImage(toUid('image spoofed'))).toBeUndefined()
    await seeAttempt({
      callingTitle: 'CR_ROOM',
      calledTitle: 'FIRST',
      address: '127.0.0.1',
      reason: 'other-address',
      wanted: ['store'],
      count: 1,
      isTls: false,
    })
  })

  test('a refused device is allowed by its attempt, and its attempts disappear', async () => {
    await allow({ aeTitle: 'OTHER', network: '127.0.0.0/8' }, 'store')
    expect((await echo('NEW')).code).not.toBe(0)
    const attempt = await seeAttempt({ callingTitle: 'NEW', reason: 'unlisted' })
    const { callingTitle: aeTitle, address: network } = attempt ?? {}
    expect(
      await allow({ aeTitle: aeTitle ?? '', ...(network && { network }) }, 'store'),
    ).toMatchObject({
      status: 200,
      body: { aeTitle: 'NEW', network: '127.0.0.1', mayStore: true, mayQuery: false },
    })
    expect((await listAttempts()).map(({ callingTitle }) => callingTitle)).not.toContain('NEW')
    expect(await echo('NEW')).toMatchObject({ code: 0 })
    await vi.waitFor(
      async () => {
        const { body } = await server.call(routes.dicomDevice.list, {}, token)
        const seen = body.find((device) => device.aeTitle === 'NEW')
        expect(seen).toMatchObject({ lastAddress: '127.0.0.1', lastSeenOn: expect.any(String) })
      },
      { timeout: 10_000, interval: 100 },
    )
    const events = await server.unscopedDb
      .selectFrom('auditEvent')
      .select(['username', 'subject', 'clinicId'])
      .where('action', '=', 'dicom-device.create')
      .where('subject', '=', 'NEW')
      .execute()
    expect(events).toEqual([
      { username: 'clinicAdmin.First', subject: 'NEW', clinicId: server.first.id },
    ])
  })

  test('a device without an address and without a certificate is not saved', async () => {
    const answer = await allow({ aeTitle: 'ANY' }, 'store')
    expect(answer).toRefuse('request/invalid')
    expect(answer.error.fields).toHaveProperty('network')
    for (const network of ['10.0.0.0/33', '10.0.0', 'host.example', '10.0.0.1/'])
      expect(await allow({ aeTitle: 'ANY', network }, 'store')).toRefuse('request/invalid')
  })

  test('a device has only the rights that it was given', async () => {
    const classes = [uids.studyRootFind, uids.studyRootMove, '1.2.840.10008.5.1.4.1.1.1']
    const accepted = async () => {
      const association = await server.associate(classes)
      await association.release()
      return association.contexts.map(({ abstractSyntax }) => abstractSyntax)
    }
    await allow({ aeTitle: 'CR_ROOM', network: '127.0.0.1' }, 'query')
    expect(await accepted()).toEqual([uids.studyRootFind])
    await seeAttempt({
      callingTitle: 'CR_ROOM',
      reason: 'right',
      wanted: ['store', 'query', 'retrieve'],
    })
    await server.allowCallers(server.first.id)
    await allow({ aeTitle: 'CR_ROOM', network: '127.0.0.1' }, 'store')
    expect(await accepted()).toEqual([classes[2]])
  })

  test('a listed device that is given nothing is seen as refused', async () => {
    await allow({ aeTitle: 'CR_ROOM', network: '127.0.0.1' }, 'store')
    const association = await server.associate([uids.studyRootFind])
    expect(association.contexts).toEqual([])
    await association.release()
    await seeAttempt({ callingTitle: 'CR_ROOM', reason: 'no-right', wanted: ['query'] })
  })

  test('a removed device is refused in the middle of its association', async () => {
    await allow({ aeTitle: 'CR_ROOM', network: '127.0.0.1' }, 'store', 'query')
    const association = await server.associate([uids.studyRootFind])
    await server.allowCallers(server.first.id, 'OTHER')
    const answers = association.find(uids.studyRootFind, Buffer.alloc(0))
    const asking = answers[Symbol.asyncIterator]().next()
    await expect(asking).rejects.toMatchObject({ status: 0x0124 })
    await association.release()
  })

  test('the next object of a removed device is not acknowledged', async () => {
    const { body } = await allow({ aeTitle: 'CR_ROOM', network: '127.0.0.1' }, 'store')
    // An empty list would accept every device.
    await allow({ aeTitle: 'OTHER', network: '127.0.0.1' }, 'store')
    const dx = '1.2.840.10008.5.1.4.1.1.1.1'
    const association = await server.associate([dx])
    const store = (name: string) =>
      association.store({
        sopClass: dx,
        sopInstance: toUid(`image ${name}`),
        transferSyntax: uids.explicitLittleEndian,
        open: () => [dataSetOf(createRadiograph(name))],
      })
    expect(await store('before removal')).toEqual({ status: 0 })
    const params = { id: body.id }
    expect((await server.call(routes.dicomDevice.remove, { params }, token)).status).toBe(204)
    await expect(store('after removal')).rejects.toMatchObject({ status: 0x0124 })
    expect(await server.findImage(toUid('image after removal'))).toBeUndefined()
    await association.release()
  })

  test('an unlisted device may send images while the list is empty, and is seen', async () => {
    expect(await echo('FIRST_DAY')).toMatchObject({ code: 0 })
    await seeAttempt({ callingTitle: 'FIRST_DAY', reason: 'accepted', wanted: [] })
    await server.call(
      routes.dicomReceiver.update,
      { body: { clinicId: server.first.id, unlisted: 'refuse' } },
      token,
    )
    expect((await echo('FIRST_DAY')).code).not.toBe(0)
    await server.call(
      routes.dicomReceiver.update,
      { body: { clinicId: server.first.id, unlisted: 'accept' } },
      token,
    )
    await allow({ aeTitle: 'OTHER', network: '127.0.0.1' }, 'store')
    expect(await echo('FIRST_DAY')).toMatchObject({ code: 0 })
    await server.unscopedDb.updateTable('dicomReceiver').set({ unlisted: 'while-empty' }).execute()
    expect((await echo('FIRST_DAY')).code).not.toBe(0)
  })
})

describe('connection attempts', () => {
  const image = '1.2.840.10008.5.1.4.1.1.1'
  test.each<[string, readonly string[], AttemptReason, ExchangeRight[]]>([
    ['refused', [uids.studyRootFind], 'unlisted', ['query']],
    ['accepted in part', [uids.studyRootFind, image], 'images-only', ['store', 'query']],
    ['accepted', [image], 'accepted', ['store']],
  ])(
    'an unlisted caller is seen as %s by what it asked for while the list is empty',
    async (_title, classes, reason, wanted) => {
      const association = await server.associate(classes)
      await association.release()
      const seen = await seeAttempt({ callingTitle: 'CR_ROOM', reason, wanted })
      expect(seen?.reason).toBe(reason)
    },
  )

  test('an attempt that is not written yet disappears if its device is allowed', async () => {
    await allow({ aeTitle: 'OTHER', network: '127.0.0.1' }, 'store')
    expect((await echo('QUICK')).code).not.toBe(0)
    expect(await allow({ aeTitle: 'QUICK', network: '127.0.0.1' }, 'store')).toMatchObject({
      status: 200,
    })
    // Both attempts are written at once, or the first one earlier.
    expect((await echo('LATER')).code).not.toBe(0)
    await seeAttempt({ callingTitle: 'LATER', reason: 'unlisted' })
    expect((await listAttempts()).map(({ callingTitle }) => callingTitle)).not.toContain('QUICK')
  })

  test('calls are counted per title and address, and a stranger fills only a few rows', async () => {
    for (let index = 0; index < perAddressMax + 5; index += 1) await echo(`FLOOD${index}`, 'NOBODY')
    for (let index = 0; index < 3; index += 1) await echo('AGAIN', 'NOBODY')
    await seeAttempt({
      callingTitle: 'AGAIN',
      calledTitle: 'NOBODY',
      reason: 'called-title',
      count: 3,
    })
    const ofStranger = (await listAttempts()).filter(({ address }) => address === '127.0.0.1')
    expect(ofStranger).toHaveLength(perAddressMax)
  })

  test('an attempt is dismissed by its own clinic only', async () => {
    await echo('LOST', 'NOBODY')
    const attempt = await seeAttempt({ callingTitle: 'LOST', reason: 'called-title' })
    const params = { id: attempt?.id ?? 0 }
    const other = await server.createToken(server.second.users.clinicAdmin.id)
    expect(await server.call(routes.dicomDevice.dismiss, { params }, other)).toRefuse(
      'record/not-found',
    )
    const seenByOther = (await server.call(routes.dicomDevice.attempts, {}, other)).body
    expect(seenByOther.map(({ callingTitle }) => callingTitle)).not.toContain('LOST')
    expect(await server.call(routes.dicomDevice.dismiss, { params }, token)).toMatchObject({
      status: 204,
    })
    expect((await listAttempts()).map(({ callingTitle }) => callingTitle)).not.toContain('LOST')
  })
})

describe('TLS', () => {
  test('a device is recognised by its client certificate, and another one is not', async ({
    skip,
  }) => {
    const own = await createSelfSignedCertificate('ultrasound')
    const wrong = await createSelfSignedCertificate('stranger')
    const third = await createSelfSignedCertificate('another stranger')
    if (!own || !wrong || !third) return skip(noOpenssl)
    const { fingerprint256 } = new X509Certificate(own.cert)
    const created = await allow({ aeTitle: 'US_ROOM', certificate: fingerprint256 }, 'store')
    expect(created.body.certificate).toBe(toFingerprint(own.cert))
    const downloaded = await server.call(routes.dicomDevice.certificate, {}, token)
    expect(downloaded.headers['content-disposition']).toContain('talus-dicom.crt')
    const [trusted] = await server.write({ 'server.crt': Buffer.from(String(downloaded.body)) })
    const connect = (identity: readonly string[]) =>
      server.run(
        'echoscu',
        ...identity,
        '+cf',
        trusted ?? '',
        '-aec',
        'FIRST',
        '-aet',
        'US_ROOM',
        '127.0.0.1',
        server.tlsPort,
      )
    expect(await connect(['+tls', own.keyFile, own.certFile])).toMatchObject({ code: 0 })
    for (const { keyFile, certFile } of [wrong, third, wrong])
      expect((await connect(['+tls', keyFile, certFile])).code).not.toBe(0)
    expect((await connect(['+tla'])).code).not.toBe(0)
    expect((await echo('US_ROOM')).code).not.toBe(0)
    await vi.waitFor(
      async () => {
        const ofTitle = (await listAttempts()).filter((one) => one.callingTitle === 'US_ROOM')
        expect(new Map(ofTitle.map((one) => [one.certificate, one]))).toEqual(
          new Map([
            [toFingerprint(wrong.cert), expect.objectContaining({ count: 2, isTls: true })],
            [toFingerprint(third.cert), expect.objectContaining({ count: 1, isTls: true })],
            ['', expect.objectContaining({ count: 2, isTls: false })],
          ]),
        )
        expect(ofTitle.map(({ reason }) => reason)).toEqual(Array(3).fill('other-certificate'))
      },
      { timeout: 10_000, interval: 100 },
    )
    const certificate = toFingerprint(wrong.cert)
    await allow({ aeTitle: 'US_ROOM', network: '127.0.0.1', certificate }, 'store')
    expect(await connect(['+tls', wrong.keyFile, wrong.certFile])).toMatchObject({ code: 0 })
    expect((await connect(['+tls', third.keyFile, third.certFile])).code).not.toBe(0)
    const remaining = (await listAttempts()).filter((one) => one.callingTitle === 'US_ROOM')
    expect(remaining.map((one) => one.certificate).toSorted()).toEqual(
      ['', toFingerprint(third.cert)].toSorted(),
    )
    for (const one of [own, wrong, third]) await one.remove()
  })

  test('the fingerprint of the certificate is shown, and must be one', async () => {
    const { body } = await server.call(routes.dicomReceiver.ofClinic, {}, token)
    expect(body).toMatchObject({ aeTitle: 'FIRST', port: server.port, tlsPort: server.tlsPort })
    expect(body.tlsFingerprint).toMatch(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/u)
    expect(await allow({ aeTitle: 'US', certificate: 'ab:cd' }, 'store')).toRefuse(
      'request/invalid',
    )
  })
})

describe('the cloud', () => {
  test('no device may connect to a clinic of the cloud before it is listed', async () => {
    const cloud = await startReceivingServer({ TALUS_VARIANT: 'cloud' })
    try {
      const send = async (name: string) =>
        cloud.storescu(await cloud.write({ [name]: createRadiograph(name) }))
      expect((await send('early')).output).toContain('Calling AE Title Not Recognized')
      await cloud.unscopedDb.updateTable('dicomReceiver').set({ unlisted: 'accept' }).execute()
      expect((await send('early')).output).toContain('Calling AE Title Not Recognized')
      expect(await cloud.findImage(toUid('image early'))).toBeUndefined()
      await cloud.allowCallers(cloud.first.id, 'CR_ROOM')
      expect(await send('late')).toMatchObject({ code: 0 })
      expect(await cloud.findImage(toUid('image late'))).toBeDefined()
    } finally {
      await cloud.close()
    }
  })
})
