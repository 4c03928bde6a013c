import { writeDataSet } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { uids } from '../../../dimse/index.ts'
import { toUid } from '../../../testing/dicom/dicom-objects.ts'
import { setUpQueriedArchive, uidsOf } from '../../../testing/dicom/queried-archive.ts'

vi.setConfig({ testTimeout: 60_000 })

const archive = setUpQueriedArchive()
const { found, called, eventsOf } = archive

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
      const { output } = await archive.server.run(
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
    await archive.server.allowCallers(archive.server.first.id)
    const association = await archive.server.associate([uids.verification, uids.studyRootFind])
    expect(association.contexts.map(({ abstractSyntax }) => abstractSyntax)).toEqual([
      uids.verification,
    ])
    await association.release()
    const output = await archive.server.run(
      'findscu',
      '-S',
      '-k',
      'QueryRetrieveLevel=STUDY',
      ...called(),
    )
    expect(output.output).toContain('No Acceptable Presentation Contexts')
    await archive.server.allowCallers(archive.server.first.id, 'CR_ROOM')
  })

  test('C-FIND is refused once the clinic has removed the caller', async () => {
    const association = await archive.server.associate([uids.studyRootFind])
    await archive.server.allowCallers(archive.server.first.id, 'OTHER')
    const identifier = writeDataSet({ QueryRetrieveLevel: 'STUDY' }, { isExplicit: true })
    const asking = association.find(uids.studyRootFind, identifier)[Symbol.asyncIterator]().next()
    await expect(asking).rejects.toMatchObject({ status: 0x0124 })
    await association.release()
    await archive.server.allowCallers(archive.server.first.id, 'CR_ROOM')
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
    const received = await archive.server.unscopedDb
      .selectFrom('study')
      .selectAll()
      .where('studyInstanceUID', '=', toUid('hips'))
      .executeTakeFirstOrThrow()
    const { id: _id, claim: _claim, ...copied } = received
    await archive.server.unscopedDb
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
    const { output } = await archive.server.run(
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

test('the searches of a device are in the audit trail, counted', async () => {
  const search = () =>
    found({ QueryRetrieveLevel: 'STUDY', StudyInstanceUID: '' }, uids.studyRootFind, 'SECOND')
  for (let count = 0; count < 3; count += 1) await search()
  const { id } = archive.server.second
  const listSearches = async () =>
    (await eventsOf('C-FIND')).filter(({ clinicId }) => clinicId === id)
  // A slow computer may write the entry before the last search, which then has one of its own.
  const countSearches = async () =>
    (await listSearches()).reduce((sum, { after }) => sum + Number(after?.['queries']), 0)
  await expect.poll(countSearches, { timeout: 10_000 }).toBe(3)
  for (const event of await listSearches())
    expect(event).toMatchObject({ username: 'CR_ROOM', address: '127.0.0.1' })
})
