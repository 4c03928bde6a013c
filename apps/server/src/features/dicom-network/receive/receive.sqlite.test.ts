import { routes } from '@talus/contract'
import { readDicom } from '@talus/dicom'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  hasSamples,
  readSample,
  listSamples,
  samplesNote,
} from '../../../../../../packages/dicom/src/testing/test-data.ts'
import { DimseFault, uids } from '../../../dimse/index.ts'
import { hasDcmtk, noDcmtk } from '../../../testing/dicom/dcmtk.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startReceivingServer } from '../../../testing/dicom/receiving-server.ts'
import type { ReceivingServer } from '../../../testing/dicom/receiving-server.ts'
import { startTcpPeer } from '../../../testing/network/tcp-peer.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: ReceivingServer
beforeAll(async () => {
  server = await startReceivingServer()
})
afterAll(() => server.close())
beforeEach(({ skip }) => skip(!hasDcmtk, noDcmtk))

/** The bytes after the file meta information, which each system writes itself. */
function dataSetOf(file: Uint8Array): string {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  return bytes.subarray(144 + bytes.readUInt32LE(140)).toString('latin1')
}

describe('callers', () => {
  const echo = (called: string, calling = 'CR_ROOM') =>
    server.run('echoscu', '-aec', called, '-aet', calling, '127.0.0.1', server.port)

  test('a caller is admitted by the AE title of a clinic and of the server', async () => {
    expect(await echo('FIRST')).toMatchObject({ code: 0 })
    expect(await echo('SECOND')).toMatchObject({ code: 0 })
    expect(await echo('TALUS')).toMatchObject({ code: 0 })
  })

  test('a caller of an unknown AE title is rejected', async () => {
    for (const called of [
      'THIRD',
      'first',
      '../FIRST',
      "' or 1=1 --",
      '..\\..\\SECOND'.slice(0, 16),
    ])
      expect((await echo(called)).output).toContain('Called AE Title Not Recognized')
  })

  test('a caller of an inactive clinic is rejected', async () => {
    const change = (status: 'Active' | 'Inactive') =>
      server.unscopedDb
        .updateTable('clinic')
        .set({ status })
        .where('id', '=', server.second.id)
        .execute()
    await change('Inactive')
    expect((await echo('SECOND')).output).toContain('Called AE Title Not Recognized')
    await change('Active')
  })

  test('a caller over TLS can trust the certificate created at the first start', async () => {
    const certificate = `${server.folder}/dicom-tls.crt`
    const tls = ['+tla', '+cf', certificate, '-aec', 'FIRST', '127.0.0.1', server.tlsPort]
    expect(await server.run('echoscu', ...tls)).toMatchObject({ code: 0 })
    expect((await server.run('echoscu', '127.0.0.1', server.tlsPort)).code).not.toBe(0)
  })
})

describe('C-STORE', () => {
  test('C-STORE succeeds when the image is archived byte for byte', async () => {
    const file = createRadiograph('sent')
    const { code } = await server.storescu(await server.write({ sent: file }))
    expect(code).toBe(0)
    const image = await server.findImage(toUid('image sent'))
    const stored = await server.readStoredFile(image?.filePath ?? '')
    expect(dataSetOf(stored)).toBe(dataSetOf(file))
    expect(readDicom(stored).meta?.code(0x0002_0016)).toBe('CR_ROOM')
  })

  test('C-STORE acknowledges an image of another patient, which waits in the conflict tray', async () => {
    await server.storescu(await server.write({ own: createRadiograph('of the study') }))
    const other = { PatientID: 'X-99', PatientName: 'Gagnon^Other', PatientBirthDate: '' }
    const paths = await server.write({ other: createRadiograph('of another', other) })
    expect(await server.storescu(paths)).toMatchObject({ code: 0 })
    expect(await server.findImage(toUid('image of another'))).toBeUndefined()
    const entries = await server.unscopedDb
      .selectFrom('trayEntry')
      .select(['reason', 'senderKind', 'senderName', 'senderAddress', 'filePath'])
      .where('sopInstanceUID', '=', toUid('image of another'))
      .execute()
    expect(entries).toMatchObject([
      { reason: 'study-differs', senderKind: 'device', senderName: 'CR_ROOM' },
    ])
    expect(entries[0]?.senderAddress).toContain('127.0.0.1')
    expect(await server.files.stat(entries[0]?.filePath ?? '')).toBeDefined()
  })

  test('C-STORE stores the image in the called clinic', async () => {
    const paths = await server.write({ second: createRadiograph('of the second') })
    expect(await server.storescu(paths, [], 'SECOND')).toMatchObject({ code: 0 })
    expect(await server.findImage(toUid('image of the second'))).toBeUndefined()
    expect(await server.findImage(toUid('image of the second'), server.second.id)).toBeDefined()
  })

  test('an image that is sent several times is stored once', async () => {
    const paths = await server.write({ twice: createRadiograph('twice') })
    expect(await server.storescu([...paths, ...paths])).toMatchObject({ code: 0 })
    const before = await server.listStoredFiles()
    expect(await server.storescu(paths)).toMatchObject({ code: 0 })
    expect(await server.listStoredFiles()).toEqual(before)
  })

  test('images are received over four associations at once, and over TLS', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `at once ${at}`)
    const paths = await server.write(
      Object.fromEntries(
        names.map((name) => [name, createRadiograph(name, {}, { rows: 300, columns: 200 })]),
      ),
    )
    const parts = [0, 1, 2, 3].map((part) => paths.slice(part * 10, part * 10 + 10))
    const all = await Promise.all(parts.map((part) => server.storescu(part)))
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    for (const name of names) expect(await server.findImage(toUid(`image ${name}`))).toBeDefined()
    const tls = ['+tla', '+cf', `${server.folder}/dicom-tls.crt`, '-aec', 'SECOND']
    const sent = await server.run('storescu', ...tls, '127.0.0.1', server.tlsPort, ...paths)
    expect(sent).toMatchObject({ code: 0 })
    expect(await server.findImage(toUid('image at once 39'), server.second.id)).toBeDefined()
  })

  test.skipIf(!hasSamples)(`images keep their transfer syntax${samplesNote}`, async () => {
    const options: Readonly<Record<string, readonly string[]>> = {
      '1.2.840.10008.1.2': ['-xi'],
      '1.2.840.10008.1.2.1': ['-xe'],
      '1.2.840.10008.1.2.2': ['-xb'],
      '1.2.840.10008.1.2.4.50': ['-xy'],
      '1.2.840.10008.1.2.4.51': ['-xx'],
      '1.2.840.10008.1.2.4.70': ['-xs'],
      '1.2.840.10008.1.2.4.80': ['-xt'],
      '1.2.840.10008.1.2.4.81': ['-xu'],
      '1.2.840.10008.1.2.4.90': ['-xv'],
      '1.2.840.10008.1.2.4.91': ['-xw'],
      '1.2.840.10008.1.2.5': ['-xr'],
    }
    const seen = new Set<string>()
    for (const path of listSamples('transfer-syntaxes').filter((name) => name.endsWith('.dcm'))) {
      const bytes = readSample(path)
      const { transferSyntax, identity } = readDicom(bytes)
      const option = options[transferSyntax.uid]
      // Some samples are the same image in another transfer syntax: only the first one is stored.
      if (!option || seen.has(transferSyntax.uid)) continue
      if (await server.findImage(identity.sopInstanceUid)) continue
      const sent = await server.storescu(await server.write({ sample: bytes }), option)
      expect([path, sent.code]).toEqual([path, 0])
      const image = await server.findImage(identity.sopInstanceUid)
      expect([path, image?.transferSyntaxUID]).toEqual([path, transferSyntax.uid])
      seen.add(transferSyntax.uid)
    }
    expect(seen.size).toBeGreaterThan(5)
  })
})

describe('refused objects', () => {
  const dx = '1.2.840.10008.5.1.4.1.1.1.1'
  const cr = '1.2.840.10008.5.1.4.1.1.1'

  /** Status and comment of the response to a C-STORE with this class and instance. */
  async function sendAs(sopClass: string, sopInstance: string, dataset: Uint8Array) {
    const association = await server.associate([dx, cr])
    const object = { sopClass, sopInstance, transferSyntax: uids.explicitLittleEndian }
    try {
      return await association.store({ ...object, open: () => [dataset] })
    } catch (error) {
      if (!(error instanceof DimseFault)) throw error
      return { status: error.status, comment: error.comment }
    } finally {
      await association.release()
    }
  }

  test('a faulty object is refused with a status and a reason, and leaves no file', async () => {
    const before = await server.listStoredFiles()
    const whole = Buffer.from(
      dataSetOf(createRadiograph('bad', {}, { rows: 300, columns: 200 })),
      'latin1',
    )
    const bad = toUid('image bad')
    const cut = whole.subarray(0, 60_000)
    expect(await sendAs(dx, bad, cut)).toEqual({
      status: 0xc000,
      comment: 'The DICOM file is damaged or cut short.',
    })
    expect(await sendAs(dx, bad, Buffer.from('no data set at all'))).toMatchObject({
      status: 0xc000,
    })
    expect(await sendAs(dx, bad, Buffer.alloc(0))).toMatchObject({ status: 0xc000 })
    // The command set names another instance, and another class, than the data set.
    expect(await sendAs(dx, toUid('image other'), whole)).toMatchObject({ status: 0xa900 })
    expect(await sendAs(cr, bad, whole)).toMatchObject({ status: 0xa900 })
    expect(await sendAs(dx, '../../etc/passwd', whole)).toMatchObject({ status: 0x0117 })
    expect(await server.findImage(bad)).toBeUndefined()
    expect(await server.listStoredFiles()).toEqual(before)
    expect(await sendAs(dx, bad, whole)).toEqual({ status: 0 })
  })

  test('after a refused object the next one of the association is stored', async () => {
    const association = await server.associate([dx])
    const store = (name: string, bytes: Uint8Array) =>
      association.store({
        sopClass: dx,
        sopInstance: toUid(`image ${name}`),
        transferSyntax: uids.explicitLittleEndian,
        open: () => [bytes],
      })
    const bytes = (name: string) => Buffer.from(dataSetOf(createRadiograph(name)), 'latin1')
    await expect(store('refused', Buffer.alloc(3_000_000, 'x'))).rejects.toMatchObject({
      status: 0xc000,
    })
    expect(await store('after it', bytes('after it'))).toEqual({ status: 0 })
    await association.release()
  })

  test('non-storage classes and query classes of unlisted callers are refused', async () => {
    const classes = [
      dx,
      '1.2.840.10008.1.20.1',
      uids.studyRootFind,
      uids.studyRootGet,
      uids.worklistFind,
    ]
    const { contexts, release } = await server.associate(classes)
    expect(contexts.map(({ abstractSyntax }) => abstractSyntax)).toEqual([dx])
    await release()
  })
})

describe('ports', () => {
  const infoOf = async (receiving: ReceivingServer) => {
    const token = await receiving.createToken(receiving.first.users.staff.id)
    return (await receiving.call(routes.dicomInfo.ofThisMachine, {}, token)).body
  }

  test('dicomInfo returns the ports that are open', async () => {
    const { port, tlsPort } = server
    expect(port).toBeGreaterThan(0)
    expect(await infoOf(server)).toMatchObject({ port, tlsPort })
  })

  test('dicomInfo returns null for ports that are off or in use, and the server runs', async () => {
    const other = await startTcpPeer(() => undefined)
    const environment = { DICOM_PORT: String(other.port), DICOM_TLS_PORT: 'off' }
    const receiving = await startReceivingServer(environment)
    expect(await infoOf(receiving)).toMatchObject({ port: null, tlsPort: null })
    await receiving.close()
    await other.close()
  })
})
