import { routes } from '@talus/contract'
import type { ClinicId, ImageId, Language, StudyId, UserId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertClinic, insertUser } from '../../../testing/records/clinics-and-users.ts'
import { insertListedStudy } from '../../../testing/records/listed-study.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let clinicId: ClinicId
let token: string
let annaId: UserId
let benId: UserId

let images = 0
interface NewImage {
  readonly on: string
  readonly by: UserId
  readonly part?: string
  readonly modality?: 'General' | 'Dental' | 'CT'
  readonly hasPixels?: boolean
  readonly reasons?: readonly ('Bad Image' | 'Over-Exposure')[]
  /** The rejection was taken back. */
  readonly isRestored?: boolean
}
async function expose(studyId: StudyId, clinic: ClinicId, image: NewImage): Promise<ImageId> {
  images += 1
  const owned = { clinicId: clinic, userId: image.by, createdOn: image.on }
  const { id: imageId } = await server.unscopedDb
    .insertInto('image')
    .values({
      ...owned,
      studyId,
      modality: image.modality ?? 'General',
      bodyPart: image.part ?? 'Chest',
      bodyPartView: 'LAT',
      animalSize: null,
      filePath: '',
      sha256: '',
      byteLength: 0,
      sopInstanceUID: `2.25.99.${images}`,
      seriesInstanceUID: '2.25.99',
      sensor: '',
      hasPixels: image.hasPixels ?? true,
      isRejected: image.reasons !== undefined && image.isRestored !== true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const rejectionReason of image.reasons ?? [])
    await server.unscopedDb
      .insertInto('imageRejection')
      .values({ ...owned, imageId, rejectionReason })
      .execute()
  return imageId
}

/** A case in which a radiologist has rated an image. */
async function rate(
  studyId: StudyId,
  imageId: ImageId,
  { on, faults, isTest = false }: { on: string; faults: string; isTest?: boolean },
) {
  const { id: caseId } = await server.unscopedDb
    .insertInto('radCase')
    .values({
      status: 4,
      studyId,
      patientId: null,
      ownerId: null,
      clinicId,
      breedId: null,
      referringVeterinarianId: null,
      requesterId: annaId,
      radiologistId: benId,
      patientName: 'Rex',
      ownerName: '',
      phone: '',
      address: '',
      speciesId: null,
      sex: null,
      neutered: false,
      spayed: false,
      weight: null,
      weightUnit: 'Kg',
      birthDate: null,
      clinicHistory: '',
      additionalNotes: '',
      studyTypes: '',
      modality: 'XRay',
      priority: '24 Hours',
      findings: '',
      interpretation: '',
      internalMedicineRecommandations: '',
      signature: '',
      notes: '',
      createdOn: on,
      submitOn: on,
      isDeleted: false,
      requestMoreInfoMessage: '',
      isTest,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.unscopedDb
    .insertInto('caseFeedback')
    .values({ caseId, clinicId, imageId, userId: benId, faults, createdOn: on })
    .execute()
}

beforeAll(async () => {
  server = await startTestServer()
  const { unscopedDb } = server
  clinicId = await insertClinic(unscopedDb, 'Clinique "Été" / Nord')
  const addUser = (username: string, clinic: ClinicId) =>
    insertUser(unscopedDb, {
      username,
      clinicId: clinic,
      flags: { report: true },
      passwordHash: '',
    })
  annaId = await addUser('=anna', clinicId)
  benId = await addUser('ben', clinicId)
  token = await server.createToken(annaId)
  const on = '2026-01-10T12:00:00.000Z'
  const place = { clinicId, userId: annaId }
  const { studyId } = await insertListedStudy(unscopedDb, place, { patient: 'Rex', createdOn: on })
  const exposed: ImageId[] = []
  for (const image of [
    // The last hour of January in Toronto is February in UTC.
    { on: '2026-02-01T04:30:00.000Z', by: annaId, reasons: ['Over-Exposure'] },
    { on: '2026-02-01T05:30:00.000Z', by: annaId },
    { on: '2026-02-20T12:00:00.000Z', by: annaId, part: 'Left Carpus' },
    { on: '2026-02-20T12:01:00.000Z', by: benId, reasons: ['Over-Exposure', 'Bad Image'] },
    { on: '2026-02-20T12:02:00.000Z', by: benId, reasons: ['Bad Image'] },
    { on: '2026-02-21T12:00:00.000Z', by: benId, modality: 'Dental', part: '104 - RU - Canine' },
    { on: '2025-11-05T12:00:00.000Z', by: benId },
    { on: '2026-02-22T12:00:00.000Z', by: benId, modality: 'CT' },
    { on: '2026-03-05T12:00:00.000Z', by: benId, reasons: ['Bad Image'], isRestored: true },
    { on: '2026-02-22T12:00:00.000Z', by: benId, hasPixels: false },
  ] satisfies NewImage[])
    exposed.push(await expose(studyId, clinicId, image))
  const [first, second, third] = exposed
  if (first === undefined || second === undefined || third === undefined) throw new Error('images')
  await rate(studyId, first, { on: '2026-02-02T12:00:00.000Z', faults: 'exposure' })
  await rate(studyId, first, { on: '2026-02-03T12:00:00.000Z', faults: 'position,motion' })
  await rate(studyId, second, { on: '2026-02-03T12:00:00.000Z', faults: '' })
  await rate(studyId, third, { on: '2026-02-21T12:00:00.000Z', faults: 'motion', isTest: true })

  const otherClinic = await insertClinic(unscopedDb, 'Elsewhere')
  const stranger = await addUser('stranger', otherClinic)
  const other = await insertListedStudy(
    unscopedDb,
    { clinicId: otherClinic, userId: stranger },
    { patient: 'Tom', createdOn: on },
  )
  await expose(other.studyId, otherClinic, { on, by: stranger, reasons: ['Bad Image'] })
})
afterAll(() => server.close())

const days = (dateFrom: string, dateTo: string) => ({ params: { clinicId, dateFrom, dateTo } })
const ask = async (dateFrom: string, dateTo: string) => {
  const answer = await server.call(routes.image.rejectStatistics, days(dateFrom, dateTo), token)
  expect(answer.status).toBe(200)
  return answer.body
}
const csv = async (language: Language) => {
  const answer = await server.call(
    routes.image.rejectStatisticsCsv,
    days('2026-01-01', '2026-02-28'),
    token,
    { 'accept-language': language },
  )
  return { ...answer, text: String(answer.body) }
}

describe('reject statistics', () => {
  test('an image whose rejection was taken back counts as an exposure, not as a reject', async () => {
    const { exposures, rejected, byReason } = await ask('2026-03-01', '2026-03-31')
    expect([exposures, rejected]).toEqual([1, 0])
    expect(byReason.every((reason) => reason.rejected === 0)).toBe(true)
  })

  test('reject statistics count by reason, operator, body part and month of the clinic', async () => {
    expect(await ask('2026-01-01', '2026-02-28')).toEqual({
      exposures: 6,
      rejected: 3,
      byReason: [
        { reason: 'Bad Image', rejected: 2 },
        { reason: 'Over-Exposure', rejected: 1 },
        ...[
          'Wrong Annotations',
          'Wrong Technique',
          'Low Exposure',
          'Bad Colimation',
          'Low Quality',
        ].map((reason) => ({ reason, rejected: 0 })),
      ],
      byOperator: [
        { userId: benId, operator: 'ben', exposures: 3, rejected: 2 },
        { userId: annaId, operator: '=anna', exposures: 3, rejected: 1 },
      ],
      byBodyPart: [
        { bodyPart: 'Chest', exposures: 4, rejected: 3 },
        { bodyPart: expect.any(String) as string, exposures: 1, rejected: 0 },
        { bodyPart: expect.any(String) as string, exposures: 1, rejected: 0 },
      ],
      byMonth: [
        { month: '2026-01', exposures: 1, rejected: 1 },
        { month: '2026-02', exposures: 5, rejected: 2 },
      ],
      // One image has two ratings, of which the later counts; one is of a test.
      feedback: {
        rated: 2,
        faulty: 1,
        byFault: [
          { fault: 'position', images: 1 },
          { fault: 'exposure', images: 0 },
          { fault: 'collimation', images: 0 },
          { fault: 'motion', images: 1 },
        ],
      },
    })
  })

  test('reject statistics include the first and the last day in the clinic’s time zone', async () => {
    expect(await ask('2026-01-31', '2026-01-31')).toMatchObject({ exposures: 1, rejected: 1 })
    expect(await ask('2026-02-01', '2026-02-01')).toMatchObject({ exposures: 1, rejected: 0 })
    expect(await ask('2026-02-21', '2026-02-20')).toMatchObject({ exposures: 0, byMonth: [] })
  })

  test('reject statistics of a long period skip months without exposures', async () => {
    const { exposures, byMonth } = await ask('0001-01-01', '9999-12-31')
    expect([exposures, byMonth.map(({ month }) => month)]).toEqual([
      8,
      ['2025-11', '2026-01', '2026-02', '2026-03'],
    ])
  })

  test('reject statistics are exported as CSV in the user’s language, without formulas in names', async () => {
    const { status, headers, text } = await csv('en')
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain('Reject')
    expect(text.split('\r\n').slice(0, 3)).toEqual([
      '\uFEFFBy,Name,Exposures,Rejected,Reject rate (%)',
      'All,,6,3,50',
      'Reason,Bad Image,,2,',
    ])
    expect(text).toContain("Operator,'=anna,3,1,33.3\r\n")
    const french = (await csv('fr')).text
    expect(french).toMatch(/^\uFEFFPar;Nom;Expositions;Rejetées;/u)
    expect(french).toContain('Carpe gauche;1;0;0\r\n')
    expect(french).toContain("Opérateur;'=anna;3;1;33,3\r\n")
  })

  test('reject statistics of another clinic are forbidden', async () => {
    const stranger = await server.createToken(server.second.users.reporter.id)
    for (const route of [routes.image.rejectStatistics, routes.image.rejectStatisticsCsv])
      expect((await server.call(route, days('2026-01-01', '2026-02-28'), stranger)).status).toBe(
        403,
      )
  })
})
