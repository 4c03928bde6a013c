import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDicom } from '@talus/dicom'
import { describe, expect, test, vi } from 'vitest'
import {
  hasSamples,
  readSample,
  listSamples,
  samplesNote,
} from '../../../../../../packages/dicom/src/testing/test-data.ts'
import { startTestAcceptor } from '../../../dimse/testing/test-acceptor.ts'
import { startDcmqrscp, startStorescp } from '../../../testing/dicom/dcmtk.ts'
import { toUid } from '../../../testing/dicom/dicom-objects.ts'
import { dataSetOf, files, setUpQueriedArchive } from '../../../testing/dicom/queried-archive.ts'

vi.setConfig({ testTimeout: 60_000 })

const archive = setUpQueriedArchive()
const { found, called, received, eventsOf } = archive

describe('C-GET', () => {
  test('C-GET returns the images as they were stored and is in the audit trail', async () => {
    await mkdir(join(archive.server.peerFolder, 'got'))
    const { code, output } = await archive.server.run(
      'getscu',
      '-v',
      '-S',
      '-od',
      'got',
      '-k',
      'QueryRetrieveLevel=STUDY',
      '-k',
      `StudyInstanceUID=${toUid('chest')}`,
      ...called(),
    )
    expect([code, output]).toEqual([0, expect.stringContaining('Success')])
    const got = await received('got')
    for (const name of ['chest1', 'chest2'])
      expect(got.get(toUid(`image ${name}`))).toBe(dataSetOf(files[name] ?? Buffer.alloc(0)))
    expect(got.size).toBe(2)
    await expect
      .poll(() => eventsOf('C-GET'))
      .toMatchObject([
        {
          username: 'CR_ROOM',
          address: '127.0.0.1',
          clinicId: archive.server.first.id,
          after: { studyInstanceUID: toUid('chest'), patientId: 'X-77', images: 2 },
        },
      ])
  })

  test('C-GET of another clinic, without a UID or with a wildcard returns nothing', async () => {
    await mkdir(join(archive.server.peerFolder, 'none'))
    const get = (...keys: readonly string[]) =>
      archive.server.run(
        'getscu',
        '-v',
        '-S',
        '-od',
        'none',
        ...keys.flatMap((key) => ['-k', key]),
        ...called(),
      )
    await get('QueryRetrieveLevel=STUDY', `StudyInstanceUID=${toUid('other')}`)
    await get('QueryRetrieveLevel=IMAGE', `SOPInstanceUID=${toUid('image other')}`)
    const everything = await get('QueryRetrieveLevel=STUDY', 'StudyInstanceUID')
    expect(everything.output).toContain('DataSetDoesNotMatchSOPClass')
    await get('QueryRetrieveLevel=STUDY', 'StudyInstanceUID=*')
    expect(await received('none')).toEqual(new Map())
  })

  test.skipIf(!hasSamples)(
    `C-GET returns compressed images uncompressed if the caller accepts nothing else${samplesNote}`,
    async () => {
      const path =
        listSamples('transfer-syntaxes').find((name) => /jpeg-?ls|jls/iu.test(name)) ?? ''
      const bytes = readSample(path)
      const { identity } = readDicom(bytes)
      await archive.server.storescu(await archive.server.write({ packed: bytes }), ['-xt'])
      await mkdir(join(archive.server.peerFolder, 'plain'))
      const { code } = await archive.server.run(
        'getscu',
        '-S',
        '-od',
        'plain',
        '-k',
        'QueryRetrieveLevel=IMAGE',
        '-k',
        `SOPInstanceUID=${identity.sopInstanceUid}`,
        ...called(),
      )
      expect(code).toBe(0)
      const [name = ''] = await readdir(join(archive.server.peerFolder, 'plain'))
      const plain = readDicom(await readFile(join(archive.server.peerFolder, 'plain', name)))
      expect(plain.transferSyntax.coding).toBe('native')
      await archive.server.run('dcmdjpls', 'packed', 'unpacked')
      const unpacked = readDicom(await readFile(join(archive.server.peerFolder, 'unpacked')))
      expect(plain.dataSet.bytes(0x7fe0_0010)?.length).toBeGreaterThan(1000)
      expect(plain.dataSet.bytes(0x7fe0_0010)).toEqual(unpacked.dataSet.bytes(0x7fe0_0010))
    },
  )
})

describe('C-MOVE', () => {
  const move = (destination: string, ...keys: readonly string[]) =>
    archive.server.run(
      'movescu',
      '-v',
      '-S',
      '-aem',
      destination,
      ...keys.flatMap((key) => ['-k', key]),
      ...called(),
    )
  const addServer = (clinicId: number, aeTitle: string, port: number) =>
    archive.server.unscopedDb
      .insertInto('dicomServer')
      .values({
        clinicId:
          clinicId === archive.server.first.id ? archive.server.first.id : archive.server.second.id,
        serverName: aeTitle,
        aeTitle,
        host: '127.0.0.1',
        port,
        description: 'FIRST',
      })
      .execute()

  test('C-MOVE sends to a server of the clinic and is in the audit trail', async () => {
    const folder = join(archive.server.peerFolder, 'moved')
    await mkdir(folder)
    const destination = await startStorescp('-v', '-od', folder)
    await addServer(archive.server.first.id, 'ARCHIVE_1', destination.port)
    const { code, output } = await move(
      'ARCHIVE_1',
      'QueryRetrieveLevel=STUDY',
      `StudyInstanceUID=${toUid('chest')}`,
    )
    expect([code, output]).toEqual([0, expect.stringContaining('Success')])
    const moved = await received('moved')
    for (const name of ['chest1', 'chest2'])
      expect(moved.get(toUid(`image ${name}`))).toBe(dataSetOf(files[name] ?? Buffer.alloc(0)))
    await expect
      .poll(() => eventsOf('ARCHIVE_1'))
      .toMatchObject([
        { username: 'CR_ROOM', after: { request: 'C-MOVE', images: 2, destination: 'ARCHIVE_1' } },
      ])
    await destination.close()
    const gone = await move(
      'ARCHIVE_1',
      'QueryRetrieveLevel=STUDY',
      `StudyInstanceUID=${toUid('chest')}`,
    )
    expect(gone.output).toContain('OutOfResourcesSubOperations')
  })

  test('C-MOVE names the move originator to the destination', async () => {
    const originators: unknown[] = []
    const acceptor = await startTestAcceptor({
      handlers: {
        store: async ({ caller, moveOriginator, moveOriginatorId, dataset }) => {
          await dataset.discard()
          originators.push([caller.calling, caller.called, moveOriginator, moveOriginatorId])
          return { status: 0xb000 }
        },
      },
    })
    await addServer(archive.server.first.id, 'LISTENER', acceptor.port)
    const uid = `SOPInstanceUID=${toUid('image hips1')}`
    const { output } = await move('LISTENER', 'QueryRetrieveLevel=IMAGE', uid)
    expect(output).toContain('Warning')
    expect(originators).toEqual([['FIRST', 'LISTENER', 'CR_ROOM', 1]])
    await acceptor.stop(0)
  })

  test('C-MOVE refuses unknown destinations and those of another clinic', async () => {
    const otherServer = await startDcmqrscp({ called: 'ELSEWHERE', calling: 'FIRST' })
    await addServer(archive.server.second.id, 'ELSEWHERE', otherServer.port)
    for (const destination of ['ELSEWHERE', 'NOBODY', "' or 1=1 --"]) {
      const { output } = await move(
        destination,
        'QueryRetrieveLevel=STUDY',
        `StudyInstanceUID=${toUid('chest')}`,
      )
      expect(output).toContain('MoveDestinationUnknown')
    }
    await otherServer.close()
  })
})

test('C-FIND and C-GET return the animal that a study was moved to', async () => {
  await mkdir(join(archive.server.peerFolder, 'reassigned'))
  const studies = archive.server.unscopedDb.selectFrom('study').select(['id', 'patientId'])
  const uid = toUid('hips')
  const { id, patientId } = await studies
    .where('studyInstanceUID', '=', uid)
    .where('clinicId', '=', archive.server.first.id)
    .executeTakeFirstOrThrow()
  const setPatient = (to: typeof patientId) =>
    archive.server.unscopedDb
      .updateTable('study')
      .set({ patientId: to })
      .where('id', '=', id)
      .execute()
  const { patientId: number } = await archive.server.unscopedDb
    .selectFrom('patient')
    .select('patientId')
    .where('id', '=', archive.server.first.records.patientId)
    .executeTakeFirstOrThrow()
  await setPatient(archive.server.first.records.patientId)
  const keys = ['-k', 'QueryRetrieveLevel=STUDY', '-k', `StudyInstanceUID=${uid}`]
  await archive.server.run('getscu', '-S', '-od', 'reassigned', ...keys, ...called())
  const hits = await found({ QueryRetrieveLevel: 'STUDY', StudyInstanceUID: uid, PatientID: '' })
  await setPatient(patientId)
  expect(hits.map((hit) => hit.text(0x00_10_00_20))).toEqual([number])
  const names = await readdir(join(archive.server.peerFolder, 'reassigned'))
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const file = await readFile(join(archive.server.peerFolder, 'reassigned', name))
    expect(readDicom(file).dataSet.text(0x00_10_00_20)).toBe(number)
    expect(file.includes('vesque')).toBe(false)
  }
})
