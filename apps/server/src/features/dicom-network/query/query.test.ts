import { readFile, readdir, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readDicom, writeDataSet } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  hasSamples,
  readSample,
  listSamples,
  samplesNote,
} from '../../../../../../packages/dicom/src/testing/test-data.ts'
import { uids } from '../../../dimse/index.ts'
import { startTestAcceptor } from '../../../dimse/testing/test-acceptor.ts'
import { startDcmqrscp, hasDcmtk, noDcmtk, startStorescp } from '../../../testing/dicom/dcmtk.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startReceivingServer } from '../../../testing/dicom/receiving-server.ts'
import type { ReceivingServer } from '../../../testing/dicom/receiving-server.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: ReceivingServer
const chest = { StudyInstanceUID: toUid('chest'), SeriesInstanceUID: toUid('chest series') }
const hips = { StudyInstanceUID: toUid('hips'), SeriesInstanceUID: toUid('hips series') }
const files: Record<string, Buffer> = {
  chest1: createRadiograph('chest1', { ...chest, StudyDescription: 'Chest', InstanceNumber: 1 }),
  chest2: createRadiograph('chest2', { ...chest, StudyDescription: 'Chest', InstanceNumber: 2 }),
  hips1: createRadiograph('hips1', {
    ...hips,
    StudyDescription: 'Hips',
    StudyDate: '20260302',
    StudyTime: '083000',
    PatientName: 'Lévesque^Minou',
    PatientID: 'M-1',
    ResponsiblePerson: 'Lévesque^Zoé',
  }),
}

beforeAll(async () => {
  server = await startReceivingServer({}, { collectReadsMs: 500 })
  if (!hasDcmtk) return
  await server.storescu(await server.write(files))
  const other = createRadiograph('other', { StudyInstanceUID: toUid('other'), PatientID: 'M-1' })
  await server.storescu(await server.write({ other }), [], 'SECOND')
  for (const clinic of [server.first, server.second])
    await server.allowCallers(clinic.id, 'CR_ROOM')
})
afterAll(() => server.close())
beforeEach(({ skip }) => skip(!hasDcmtk, noDcmtk))

/** Data sets that a query finds, sent by our own requestor. */
async function found(keys: Attributes, sopClass: string = uids.studyRootFind, called = 'FIRST') {
  const association = await server.associate([sopClass], { called })
  const identifier = writeDataSet(keys, { isExplicit: true })
  const hits: ReturnType<typeof readDicom>['dataSet'][] = []
  for await (const hit of association.find(sopClass, identifier)) hits.push(readDicom(hit).dataSet)
  await association.release()
  return hits
}
const studyUid = 0x0020_000d
const uidsOf = (hits: Awaited<ReturnType<typeof found>>) => hits.map((hit) => hit.code(studyUid))
const called = (title = 'FIRST') => ['-aec', title, '-aet', 'CR_ROOM', '127.0.0.1', server.port]

describe('C-FIND', () => {
  test('C-FIND finds studies by the usual keys, and none of another clinic', async () => {
    const find = (keys: Attributes) =>
      found({ QueryRetrieveLevel: 'STUDY', StudyInstanceUID: '', ...keys })
    expect(uidsOf(await find({ PatientID: 'M-1' }))).toEqual([toUid('hips')])
    expect(uidsOf(await find({ PatientName: 'LEVESQUE*' }))).toEqual([toUid('hips')])
    expect(uidsOf(await find({ StudyDate: '20260101-20260131' }))).toEqual([toUid('chest')])
    expect(uidsOf(await find({ StudyDate: '20260302', StudyTime: '0800-0900' }))).toContain(
      toUid('hips'),
    )
    expect(uidsOf(await find({ PatientID: 'M-1', StudyTime: '0900-' }))).toEqual([])
    expect(await find({ StudyInstanceUID: toUid('other') })).toEqual([])
    expect(await find({ StudyInstanceUID: '../../../etc' })).toEqual([])
  })

  test('C-FIND returns the requested attributes, empty if unknown, and the unique keys', async () => {
    const [hit] = await found({
      QueryRetrieveLevel: 'STUDY',
      PatientID: 'M-1',
      PatientName: '',
      NumberOfStudyRelatedInstances: '',
      PatientComments: '',
      ProcedureCodeSequence: [],
    })
    const names = [...(hit?.elements() ?? [])].map(({ tag }) => tag.toString(16).padStart(8, '0'))
    expect(names).toEqual([
      '00080005',
      '00080052',
      '00080054',
      '00081032',
      '00100010',
      '00100020',
      '00104000',
      '0020000d',
      '00201208',
    ])
    expect(hit?.text(0x0010_0010)).toBe('Zoé Lévesque^Minou')
    expect(hit?.code(0x0020_1208)).toBe('1')
    expect(hit?.code(0x0008_0054)).toBe('FIRST')
  })

  test('C-FIND works at series and image level, in both uncompressed encodings', async () => {
    const series = await found({
      QueryRetrieveLevel: 'SERIES',
      StudyInstanceUID: toUid('chest'),
      BodyPartExamined: '',
    })
    expect(series).toHaveLength(1)
    expect(series[0]?.code(0x0018_0015)).toBe('CHEST')
    for (const encoding of ['-xi', '-xe']) {
      const { output } = await server.run(
        'findscu',
        '-v',
        '-S',
        encoding,
        '-k',
        'QueryRetrieveLevel=IMAGE',
        '-k',
        'SOPInstanceUID',
        '-k',
        `StudyInstanceUID=${toUid('chest')}`,
        ...called(),
      )
      expect(output).toContain(toUid('image chest1'))
      expect(output).toContain(toUid('image chest2'))
      expect(output).not.toContain(toUid('image hips1'))
    }
  })

  test('C-FIND refuses an unknown or missing level', async () => {
    await expect(found({ QueryRetrieveLevel: 'PATIENT' })).rejects.toMatchObject({ status: 0xa900 })
    await expect(found({ PatientID: '*' })).rejects.toMatchObject({ status: 0xa900 })
  })

  test('C-FIND contexts of unlisted callers are refused', async () => {
    await server.allowCallers(server.first.id)
    const association = await server.associate([uids.verification, uids.studyRootFind])
    expect(association.contexts.map(({ abstractSyntax }) => abstractSyntax)).toEqual([
      uids.verification,
    ])
    await association.release()
    const output = await server.run('findscu', '-S', '-k', 'QueryRetrieveLevel=STUDY', ...called())
    expect(output.output).toContain('No Acceptable Presentation Contexts')
    await server.allowCallers(server.first.id, 'CR_ROOM')
  })

  test('C-FIND is refused once the clinic has removed the caller', async () => {
    const association = await server.associate([uids.studyRootFind])
    await server.allowCallers(server.first.id, 'OTHER')
    const identifier = writeDataSet({ QueryRetrieveLevel: 'STUDY' }, { isExplicit: true })
    const asking = association.find(uids.studyRootFind, identifier)[Symbol.asyncIterator]().next()
    await expect(asking).rejects.toMatchObject({ status: 0x0124 })
    await association.release()
    await server.allowCallers(server.first.id, 'CR_ROOM')
  })
})

describe('the worklist', () => {
  const step = {
    Modality: '',
    ScheduledStationAETitle: '',
    ScheduledProcedureStepStartDate: '',
    ScheduledProcedureStepStartTime: '',
  }
  const list = (keys: Attributes, ofStep: Attributes = {}) =>
    found(
      {
        PatientName: '',
        PatientID: '',
        PatientSpeciesDescription: '',
        ResponsiblePerson: '',
        ResponsiblePersonRole: '',
        RequestedProcedureID: '',
        ...keys,
        ScheduledProcedureStepSequence: [{ ...step, ...ofStep }],
      },
      uids.worklistFind,
    )

  const planned = toUid('planned study')
  beforeAll(async () => {
    const received = await server.unscopedDb
      .selectFrom('study')
      .selectAll()
      .where('studyInstanceUID', '=', toUid('hips'))
      .executeTakeFirstOrThrow()
    const { id: _id, claim: _claim, ...copied } = received
    await server.unscopedDb
      .insertInto('study')
      .values({ ...copied, studyInstanceUID: planned, sopInstanceUID: toUid('planned image') })
      .execute()
  })

  test('the worklist holds the studies of today that have no images, with patient and step', async () => {
    const hits = await list({ PatientID: 'M-1' })
    // The received study of the same animal and day is finished.
    expect(uidsOf(hits)).toEqual([planned])
    const [hit] = hits
    expect(hit?.text(0x0010_0010)).toBe('Zoé Lévesque^Minou')
    expect(hit?.text(0x0010_2201)).toBe('Canine')
    expect(hit?.text(0x0010_2297)).toBe('Zoé Lévesque')
    expect(hit?.code(0x0010_2298)).toBe('OWNER')
    const scheduled = hit?.item(0x0040_0100)
    expect(scheduled?.code(0x0008_0060)).toBe('DX')
    expect(scheduled?.code(0x0040_0001)).toBe('CR_ROOM')
    expect(scheduled?.code(0x0040_0002)).toBe('20260302')
    expect(scheduled?.code(0x0040_0003)).toBe('083000')
  })

  test('the worklist is filtered by the keys of the device', async () => {
    const mine = async (ofStep: Attributes) =>
      uidsOf(await list({ PatientID: 'M-1' }, ofStep)).length
    expect(await mine({ ScheduledProcedureStepStartDate: '20260302' })).toBe(1)
    expect(await mine({ ScheduledProcedureStepStartDate: '20260301-20260303' })).toBe(1)
    expect(await mine({ ScheduledProcedureStepStartDate: '20260303' })).toBe(0)
    expect(await mine({ Modality: 'CR' })).toBe(1)
    expect(await mine({ Modality: 'MR' })).toBe(0)
    expect(await mine({ ScheduledStationAETitle: 'ROOM_2' })).toBe(1)
    expect(await mine({ ScheduledProcedureStepStartTime: '0900-1000' })).toBe(0)
    expect(await list({ PatientID: 'X-77' })).toEqual([])
    const { output } = await server.run(
      'findscu',
      '-v',
      '-W',
      '-k',
      'PatientName',
      '-k',
      'ScheduledProcedureStepSequence[0].Modality=DX',
      ...called(),
    )
    expect(output).toContain('Lévesque^Minou')
  })
})

/** The data sets in a folder of the peer, by SOP instance UID. */
async function received(folder: string) {
  const all = new Map<string, string>()
  for (const name of await readdir(join(server.peerFolder, folder))) {
    const bytes = await readFile(join(server.peerFolder, folder, name))
    all.set(readDicom(bytes).identity.sopInstanceUid, dataSetOf(bytes))
  }
  return all
}
const dataSetOf = (file: Buffer) => file.subarray(144 + file.readUInt32LE(140)).toString('latin1')
const eventsOf = async (text: string) => {
  const rows = await server.unscopedDb
    .selectFrom('auditEvent')
    .select(['subject', 'after', 'clinicId', 'username', 'address'])
    .where('action', 'in', ['image.retrieve', 'dicom-receiver.search'])
    .execute()
  return rows.filter(({ after }) => JSON.stringify(after).includes(text))
}

test('the searches of a device are in the audit trail, counted', async () => {
  const search = () =>
    found({ QueryRetrieveLevel: 'STUDY', StudyInstanceUID: '' }, uids.studyRootFind, 'SECOND')
  for (let count = 0; count < 3; count += 1) await search()
  const { id } = server.second
  const listSearches = async () =>
    (await eventsOf('C-FIND')).filter(({ clinicId }) => clinicId === id)
  // A slow computer may write the entry before the last search, which then has one of its own.
  const countSearches = async () =>
    (await listSearches()).reduce((sum, { after }) => sum + Number(after?.['queries']), 0)
  await expect.poll(countSearches, { timeout: 10_000 }).toBe(3)
  for (const event of await listSearches())
    expect(event).toMatchObject({ username: 'CR_ROOM', address: '127.0.0.1' })
})

describe('C-GET', () => {
  test('C-GET returns the images as they were stored and is in the audit trail', async () => {
    await mkdir(join(server.peerFolder, 'got'))
    const { code, output } = await server.run(
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
          clinicId: server.first.id,
          after: { studyInstanceUID: toUid('chest'), patientId: 'X-77', images: 2 },
        },
      ])
  })

  test('C-GET of another clinic, without a UID or with a wildcard returns nothing', async () => {
    await mkdir(join(server.peerFolder, 'none'))
    const get = (...keys: readonly string[]) =>
      server.run(
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
      await server.storescu(await server.write({ packed: bytes }), ['-xt'])
      await mkdir(join(server.peerFolder, 'plain'))
      const { code } = await server.run(
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
      const [name = ''] = await readdir(join(server.peerFolder, 'plain'))
      const plain = readDicom(await readFile(join(server.peerFolder, 'plain', name)))
      expect(plain.transferSyntax.coding).toBe('native')
      await server.run('dcmdjpls', 'packed', 'unpacked')
      const unpacked = readDicom(await readFile(join(server.peerFolder, 'unpacked')))
      expect(plain.dataSet.bytes(0x7fe0_0010)?.length).toBeGreaterThan(1000)
      expect(plain.dataSet.bytes(0x7fe0_0010)).toEqual(unpacked.dataSet.bytes(0x7fe0_0010))
    },
  )
})

describe('C-MOVE', () => {
  const move = (destination: string, ...keys: readonly string[]) =>
    server.run(
      'movescu',
      '-v',
      '-S',
      '-aem',
      destination,
      ...keys.flatMap((key) => ['-k', key]),
      ...called(),
    )
  const addServer = (clinicId: number, aeTitle: string, port: number) =>
    server.unscopedDb
      .insertInto('dicomServer')
      .values({
        clinicId: clinicId === server.first.id ? server.first.id : server.second.id,
        serverName: aeTitle,
        aeTitle,
        host: '127.0.0.1',
        port,
        description: 'FIRST',
      })
      .execute()

  test('C-MOVE sends to a server of the clinic and is in the audit trail', async () => {
    const folder = join(server.peerFolder, 'moved')
    await mkdir(folder)
    const destination = await startStorescp('-v', '-od', folder)
    await addServer(server.first.id, 'ARCHIVE_1', destination.port)
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
    await addServer(server.first.id, 'LISTENER', acceptor.port)
    const uid = `SOPInstanceUID=${toUid('image hips1')}`
    const { output } = await move('LISTENER', 'QueryRetrieveLevel=IMAGE', uid)
    expect(output).toContain('Warning')
    expect(originators).toEqual([['FIRST', 'LISTENER', 'CR_ROOM', 1]])
    await acceptor.stop(0)
  })

  test('C-MOVE refuses unknown destinations and those of another clinic', async () => {
    const otherServer = await startDcmqrscp({ called: 'ELSEWHERE', calling: 'FIRST' })
    await addServer(server.second.id, 'ELSEWHERE', otherServer.port)
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

// Last, because the other tests count the events of queries.
test('C-FIND and C-GET return the animal that a study was moved to', async () => {
  await mkdir(join(server.peerFolder, 'reassigned'))
  const studies = server.unscopedDb.selectFrom('study').select(['id', 'patientId'])
  const uid = toUid('hips')
  const { id, patientId } = await studies
    .where('studyInstanceUID', '=', uid)
    .where('clinicId', '=', server.first.id)
    .executeTakeFirstOrThrow()
  const setPatient = (to: typeof patientId) =>
    server.unscopedDb.updateTable('study').set({ patientId: to }).where('id', '=', id).execute()
  const { patientId: number } = await server.unscopedDb
    .selectFrom('patient')
    .select('patientId')
    .where('id', '=', server.first.records.patientId)
    .executeTakeFirstOrThrow()
  await setPatient(server.first.records.patientId)
  const keys = ['-k', 'QueryRetrieveLevel=STUDY', '-k', `StudyInstanceUID=${uid}`]
  await server.run('getscu', '-S', '-od', 'reassigned', ...keys, ...called())
  const hits = await found({ QueryRetrieveLevel: 'STUDY', StudyInstanceUID: uid, PatientID: '' })
  await setPatient(patientId)
  expect(hits.map((hit) => hit.text(0x00_10_00_20))).toEqual([number])
  const names = await readdir(join(server.peerFolder, 'reassigned'))
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const file = await readFile(join(server.peerFolder, 'reassigned', name))
    expect(readDicom(file).dataSet.text(0x00_10_00_20)).toBe(number)
    expect(file.includes('vesque')).toBe(false)
  }
})
