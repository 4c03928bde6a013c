import { routes } from '@talus/contract'
import { readDicom } from '@talus/dicom'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  hasSamples,
  readSample,
  samplesIn,
  samplesNote,
} from '../../../../../packages/dicom/src/testing/test-data.ts'
import { DimseFault, uids } from '../../dimse/index.ts'
import { hasDcmtk, noDcmtk } from '../../testing/dcmtk.ts'
import { radiograph, uidFor } from '../../testing/dicom-objects.ts'
import { receivingServer } from '../../testing/dicom-receiver.ts'
import type { ReceivingServer } from '../../testing/dicom-receiver.ts'
import { peer } from '../../testing/peers.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: ReceivingServer
beforeAll(async () => {
  server = await receivingServer()
})
afterAll(() => server.close())
beforeEach(({ skip }) => skip(!hasDcmtk, noDcmtk))

/** Behind the head of the file, which every station writes itself. */
function dataSetOf(file: Uint8Array): string {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  return bytes.subarray(144 + bytes.readUInt32LE(140)).toString('latin1')
}

describe('who calls', () => {
  const echo = (called: string, calling = 'CR_ROOM') =>
    server.run('echoscu', '-aec', called, '-aet', calling, '127.0.0.1', server.port)

  test('is answered by the clinic that is called, and by the title of the machine', async () => {
    expect(await echo('FIRST')).toMatchObject({ code: 0 })
    expect(await echo('SECOND')).toMatchObject({ code: 0 })
    expect(await echo('TALUS')).toMatchObject({ code: 0 })
  })

  test('is rejected where nobody has that title', async () => {
    for (const called of [
      'THIRD',
      'first',
      '../FIRST',
      "' or 1=1 --",
      '..\\..\\SECOND'.slice(0, 16),
    ])
      expect((await echo(called)).output).toContain('Called AE Title Not Recognized')
  })

  test('is rejected by a clinic that is closed', async () => {
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

  test('must be named where the clinic names anybody', async () => {
    onTestFinished(async () => void (await server.allow(server.first.id)))
    expect(await server.allow(server.first.id, 'CT_ROOM', ' CR_ROOM ')).toMatchObject({
      status: 200,
      body: { aeTitle: 'FIRST', callingTitles: ['CT_ROOM', 'CR_ROOM'] },
    })
    expect(await echo('FIRST')).toMatchObject({ code: 0 })
    expect((await echo('FIRST', 'STRANGER')).output).toContain('Calling AE Title Not Recognized')
    expect(await echo('SECOND', 'STRANGER')).toMatchObject({ code: 0 })
    const events = await server.unscopedDb
      .selectFrom('auditEvent')
      .select(['action', 'clinicId', 'after'])
      .where('action', '=', 'dicom-receiver.update')
      .execute()
    expect(events[0]).toMatchObject({
      clinicId: server.first.id,
      after: { callingTitles: ['CT_ROOM', 'CR_ROOM'] },
    })
  })

  test('over TLS trusts the certificate that was made at the first start', async () => {
    const certificate = `${server.folder}/dicom-tls.crt`
    const tls = ['+tla', '+cf', certificate, '-aec', 'FIRST', '127.0.0.1', server.tlsPort]
    expect(await server.run('echoscu', ...tls)).toMatchObject({ code: 0 })
    expect((await server.run('echoscu', '127.0.0.1', server.tlsPort)).code).not.toBe(0)
  })
})

describe('an image that is sent', () => {
  test('is acknowledged when the archive has it, byte for byte', async () => {
    const file = radiograph('sent')
    const { code } = await server.storescu(await server.write({ sent: file }))
    expect(code).toBe(0)
    const image = await server.imageOf(uidFor('image sent'))
    const stored = await server.bytesOf(image?.filePath ?? '')
    expect(dataSetOf(stored)).toBe(dataSetOf(file))
    expect(readDicom(stored).meta?.code(0x0002_0016)).toBe('CR_ROOM')
  })

  test('belongs to the clinic that was called', async () => {
    const paths = await server.write({ second: radiograph('of the second') })
    expect(await server.storescu(paths, [], 'SECOND')).toMatchObject({ code: 0 })
    expect(await server.imageOf(uidFor('image of the second'))).toBeUndefined()
    expect(await server.imageOf(uidFor('image of the second'), server.second.id)).toBeDefined()
  })

  test('is kept once, however often it comes', async () => {
    const paths = await server.write({ twice: radiograph('twice') })
    expect(await server.storescu([...paths, ...paths])).toMatchObject({ code: 0 })
    const before = await server.storedFiles()
    expect(await server.storescu(paths)).toMatchObject({ code: 0 })
    expect(await server.storedFiles()).toEqual(before)
  })

  test('comes over four associations at once, and over TLS', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `at once ${at}`)
    const paths = await server.write(
      Object.fromEntries(
        names.map((name) => [name, radiograph(name, {}, { rows: 300, columns: 200 })]),
      ),
    )
    const parts = [0, 1, 2, 3].map((part) => paths.slice(part * 10, part * 10 + 10))
    const all = await Promise.all(parts.map((part) => server.storescu(part)))
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    for (const name of names) expect(await server.imageOf(uidFor(`image ${name}`))).toBeDefined()
    const tls = ['+tla', '+cf', `${server.folder}/dicom-tls.crt`, '-aec', 'SECOND']
    const sent = await server.run('storescu', ...tls, '127.0.0.1', server.tlsPort, ...paths)
    expect(sent).toMatchObject({ code: 0 })
    expect(await server.imageOf(uidFor('image at once 39'), server.second.id)).toBeDefined()
  })

  test.skipIf(!hasSamples)(`is kept in the syntax it is sent in${samplesNote}`, async () => {
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
    for (const path of samplesIn('transfer-syntaxes').filter((name) => name.endsWith('.dcm'))) {
      const bytes = readSample(path)
      const { transferSyntax, identity } = readDicom(bytes)
      const option = options[transferSyntax.uid]
      // Some are the same picture in another syntax: of those, the first that came is kept.
      if (!option || seen.has(transferSyntax.uid)) continue
      if (await server.imageOf(identity.sopInstanceUid)) continue
      const sent = await server.storescu(await server.write({ sample: bytes }), option)
      expect([path, sent.code]).toEqual([path, 0])
      const image = await server.imageOf(identity.sopInstanceUid)
      expect([path, image?.transferSyntaxUID]).toEqual([path, transferSyntax.uid])
      seen.add(transferSyntax.uid)
    }
    expect(seen.size).toBeGreaterThan(5)
  })
})

describe('what cannot be taken', () => {
  const dx = '1.2.840.10008.5.1.4.1.1.1.1'
  const cr = '1.2.840.10008.5.1.4.1.1.1'

  /** The status of the answer to a data set under a class and an instance, and its comment. */
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

  test('is refused with a status and a reason, and leaves nothing', async () => {
    const before = await server.storedFiles()
    const whole = Buffer.from(
      dataSetOf(radiograph('bad', {}, { rows: 300, columns: 200 })),
      'latin1',
    )
    const bad = uidFor('image bad')
    const cut = whole.subarray(0, 60_000)
    expect(await sendAs(dx, bad, cut)).toEqual({
      status: 0xc000,
      comment: 'The DICOM file is damaged or cut short.',
    })
    expect(await sendAs(dx, bad, Buffer.from('no data set at all'))).toMatchObject({
      status: 0xc000,
    })
    expect(await sendAs(dx, bad, Buffer.alloc(0))).toMatchObject({ status: 0xc000 })
    // Another instance, and another class, than the data set holds.
    expect(await sendAs(dx, uidFor('image other'), whole)).toMatchObject({ status: 0xa900 })
    expect(await sendAs(cr, bad, whole)).toMatchObject({ status: 0xa900 })
    expect(await sendAs(dx, '../../etc/passwd', whole)).toMatchObject({ status: 0x0117 })
    expect(await server.imageOf(bad)).toBeUndefined()
    expect(await server.storedFiles()).toEqual(before)
    expect(await sendAs(dx, bad, whole)).toEqual({ status: 0 })
  })

  test('does not keep the next one of the same association out', async () => {
    const association = await server.associate([dx])
    const store = (name: string, bytes: Uint8Array) =>
      association.store({
        sopClass: dx,
        sopInstance: uidFor(`image ${name}`),
        transferSyntax: uids.explicitLittleEndian,
        open: () => [bytes],
      })
    const bytes = (name: string) => Buffer.from(dataSetOf(radiograph(name)), 'latin1')
    await expect(store('refused', Buffer.alloc(3_000_000, 'x'))).rejects.toMatchObject({
      status: 0xc000,
    })
    expect(await store('after it', bytes('after it'))).toEqual({ status: 0 })
    await association.release()
  })

  test('are classes that hold no images, and queries of strangers', async () => {
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
    const token = await receiving.tokenOf(receiving.first.people.staff.id)
    return (await receiving.call(routes.dicomInfo.ofThisMachine, {}, token)).body
  }

  test('are told as they are', async () => {
    const { port, tlsPort } = server
    expect(port).toBeGreaterThan(0)
    expect(await infoOf(server)).toMatchObject({ port, tlsPort })
  })

  test('that are off or taken are told to be none, and the server runs', async () => {
    const other = await peer(() => undefined)
    const environment = { DICOM_PORT: String(other.port), DICOM_TLS_PORT: 'off' }
    const receiving = await receivingServer(environment)
    expect(await infoOf(receiving)).toMatchObject({ port: null, tlsPort: null })
    await receiving.close()
    await other.close()
  })
})
