import { limits, routes, xrayLogTags } from '@talus/contract'
import type { ClinicId, StudyId, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ImageExposureTable } from '../../db/image-tables.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertClinic, insertUser } from '../../testing/records/clinics-and-users.ts'
import { insertListedStudy } from '../../testing/records/listed-study.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let clinicId: ClinicId
let userId: UserId
let token: string
let images = 0

interface NewExposure {
  readonly bodyPart?: string
  readonly bodyPartView?: string
  readonly isRejected?: boolean
  readonly createdOn: string
  readonly kv?: number
  readonly isSedated?: boolean
  readonly holders?: string
  readonly exposure?: Partial<Insertable<ImageExposureTable>>
}

async function expose(
  studyId: StudyId,
  { kv, isSedated, holders, exposure, ...image }: NewExposure,
) {
  images += 1
  const { unscopedDb } = server
  const { id: imageId } = await unscopedDb
    .insertInto('image')
    .values({
      clinicId,
      userId,
      studyId,
      modality: 'General',
      bodyPart: 'Chest',
      bodyPartView: 'lat',
      animalSize: 'Medium',
      filePath: '',
      sha256: '',
      byteLength: 0,
      sopInstanceUID: `2.25.66.${images}`,
      seriesInstanceUID: '2.25.66',
      sensor: 'Hdr500',
      ...image,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (kv !== undefined)
    await unscopedDb
      .insertInto('imageExposure')
      .values({
        imageId,
        clinicId,
        kv,
        mas: 4.5,
        deviationIndex: -0.5,
        isSedated: isSedated ?? false,
        holders: holders ?? '',
        ...exposure,
      })
      .execute()
  if (image.isRejected === true)
    for (const rejectionReason of ['Bad Image', 'Over-Exposure'] as const)
      await unscopedDb
        .insertInto('imageRejection')
        .values({ imageId, clinicId, userId, rejectionReason, createdOn: image.createdOn })
        .execute()
  return imageId
}

beforeAll(async () => {
  server = await startTestServer()
  const { unscopedDb } = server
  clinicId = await insertClinic(unscopedDb, 'Clinique "Été" / Nord')
  const flags = { report: true }
  userId = await insertUser(unscopedDb, { username: 'logger', clinicId, flags, passwordHash: '' })
  token = await server.createToken(userId)
  const place = { clinicId, userId }
  const first = await insertListedStudy(unscopedDb, place, {
    patient: '=HYPERLINK("x")',
    owner: 'Côté, Anne',
    code: 'P1',
    accession: 'A1',
    speciesId: 3,
    createdOn: '2026-02-11T04:30:00.000Z',
  })
  await expose(first.studyId, {
    createdOn: '2026-02-11T04:31:00.000Z',
    bodyPart: 'Left Carpus',
    kv: 62.5,
    isSedated: true,
    holders: '-A; B',
  })
  await expose(first.studyId, {
    createdOn: '2026-02-11T04:32:00.000Z',
    bodyPart: '104 - RU - Canine',
    isRejected: true,
  })
  await insertListedStudy(unscopedDb, place, {
    patient: 'Nil',
    code: 'P2',
    isDeleted: true,
    modality: 'Dental',
    createdOn: '2026-02-12T15:00:00.000Z',
  })
})
afterAll(() => server.close())

const path = (dateFrom = 'null', dateTo = 'null') => ({ clinicId, dateFrom, dateTo })
const preview = async (query: object, params = path(), language = 'en') => {
  const answer = await server.call(routes.study.xrayLogPreview, { params, query }, token, {
    'accept-language': language,
  })
  expect([answer.status, answer.error.fields]).toEqual([200, undefined])
  return answer.body
}
const download = (query: object, params = path(), language = 'en', who = token) =>
  server.call(routes.study.xrayLog, { params, query }, who, { 'accept-language': language })

describe('X-ray log with a line for each study', () => {
  test('the X-ray log has the default columns unless others are chosen, newest first', async () => {
    const { columns, lines, isMore } = await preview({})
    expect(columns).toEqual([
      'studyDate',
      'patientId',
      'patientName',
      'owner',
      'species',
      'breed',
      'modality',
      'exposures',
      'rejected',
      'user',
    ])
    expect(lines).toEqual([
      ['2026-02-12 10:00', 'P2', 'Nil', null, null, null, 'Dental', 0, 0, 'logger'],
      [
        '2026-02-10 23:30',
        'P1',
        '=HYPERLINK("x")',
        'Côté, Anne',
        'Equine',
        null,
        'General',
        2,
        1,
        'logger',
      ],
    ])
    expect(isMore).toBe(false)
    expect((await preview({ tags: '' })).columns).toEqual(columns)
  })

  test('the X-ray log by study is in the caller’s language', async () => {
    const { lines } = await preview({ tags: 'patientId,modality,deleted,clinic' }, path(), 'fr')
    const clinic = 'Clinique "Été" / Nord'
    expect(lines).toEqual([
      ['P2', 'Dentaire', 'Oui', clinic],
      ['P1', 'Générale', 'Non', clinic],
    ])
  })

  test('the X-ray log filters by days of the clinic', async () => {
    const ids = async (from?: string, to?: string) =>
      (await preview({ tags: 'patientId' }, path(from, to))).lines.flat()
    expect(await ids('2026-02-10', '2026-02-10')).toEqual(['P1'])
    expect(await ids('2026-02-11', '2026-02-12')).toEqual(['P2'])
    expect(await ids('null', '2026-02-11')).toEqual(['P1'])
    expect(await ids('2026-02-13')).toEqual([])
  })
})

describe('X-ray log with a line for each exposure', () => {
  test('any exposure column gives a line for each exposure, and rejected ones have their reason', async () => {
    const tags = 'patientId,exposures,exposedOn,bodyPart,view,side,kv,mas,di,rejectionReason'
    expect((await preview({ tags })).lines).toEqual([
      ['P2', 0, null, null, null, null, null, null, null, null],
      [
        'P1',
        2,
        '2026-02-10 23:32',
        '104 · Right upper, Canine',
        'LAT',
        'Right',
        null,
        null,
        null,
        'Over-Exposure',
      ],
      ['P1', 2, '2026-02-10 23:31', 'Left Carpus', 'LAT', 'Left', 62.5, 4.5, -0.5, null],
    ])
  })

  test('the X-ray log by exposure is in the caller’s language', async () => {
    const tags = 'bodyPart,side,size,sedation,rejectionReason,operator,detector'
    expect((await preview({ tags }, path(), 'fr')).lines.slice(1)).toEqual([
      [
        '104 · Supérieur droit, Canine',
        'Droite',
        'Moyenne',
        null,
        'Surexposition',
        'logger',
        'Hdr500',
      ],
      ['Carpe gauche', 'Gauche', 'Moyenne', 'Oui', null, 'logger', 'Hdr500'],
    ])
  })

  test('the X-ray log keeps decimals of the technique, rounds the indices as the screen does, and names the origin of the technique', async () => {
    const createdOn = '2026-06-01T15:00:00.000Z'
    const place = { clinicId, userId }
    const { studyId } = await insertListedStudy(server.unscopedDb, place, {
      patient: 'Fine',
      createdOn,
    })
    await expose(studyId, {
      createdOn,
      kv: 57.5,
      exposure: {
        ma: 160,
        ms: 12.5,
        mas: 2,
        exposureIndex: 318.472,
        deviationIndex: -0.04,
        isTechniqueEntered: true,
      },
    })
    const tags = 'kv,ma,ms,mas,techniqueSource,ei,di'
    const days = path('2026-06-01', '2026-06-01')
    expect((await preview({ tags }, days)).lines).toEqual([
      [57.5, 160, 12.5, 2, 'Entered by hand', 318, 0],
    ])
    const { body } = await download({ tags }, days, 'fr')
    expect(String(body)).toContain('\r\n57,5;160;12,5;2;Saisie à la main;318;0\r\n')
  })
})

describe('corrections in the X-ray log', () => {
  test('a corrected body part, view or side is in the X-ray log with user, time, old and new value, in the order of the corrections', async () => {
    const createdOn = '2026-07-01T15:00:00.000Z'
    const place = { clinicId, userId }
    const { unscopedDb } = server
    const { studyId } = await insertListedStudy(unscopedDb, place, { patient: 'Side', createdOn })
    const imageId = await expose(studyId, {
      createdOn,
      bodyPart: 'Left Carpus',
      bodyPartView: 'DP',
      kv: 60,
      exposure: { focus: 'S' },
    })
    const annotation = {
      ...place,
      imageId,
      previousBodyPart: 'Right Carpus',
      previousBodyPartView: 'RLAT',
      bodyPart: 'Left Carpus',
      bodyPartView: 'DP',
    }
    await unscopedDb
      .insertInto('annotationCorrection')
      .values([
        { ...annotation, createdOn: '2026-07-01T15:10:00.000Z' },
        {
          ...annotation,
          previousBodyPart: 'Left Carpus',
          previousBodyPartView: 'DP',
          previousAnimalSize: 'Small',
          animalSize: 'Medium',
          createdOn: '2026-07-01T15:30:00.000Z',
        },
      ])
      .execute()
    await unscopedDb
      .insertInto('restraintCorrection')
      .values({
        ...place,
        imageId,
        previousHolders: '',
        previousIsSedated: false,
        holders: 'Nurse',
        isSedated: false,
        createdOn: '2026-07-01T15:20:00.000Z',
      })
      .execute()
    const days = path('2026-07-01', '2026-07-01')
    const tags = 'bodyPart,side,focus,corrections'
    expect((await preview({ tags }, days)).lines).toEqual([
      [
        'Left Carpus',
        'Left',
        'Small',
        '2026-07-01 11:10 logger: Right Carpus RLAT → Left Carpus DP | 2026-07-01 11:20 logger: Nobody → Nurse | 2026-07-01 11:30 logger: Left Carpus DP, Small → Left Carpus DP, Medium',
      ],
    ])
    const { body } = await download({ tags }, days, 'fr')
    expect(String(body).split('\r\n')[1]).toBe(
      'Carpe gauche;Gauche;Petit;2026-07-01 11:10 logger\u{A0}: Carpe droit LAT D → Carpe gauche DP | 2026-07-01 11:20 logger\u{A0}: Personne → Nurse | 2026-07-01 11:30 logger\u{A0}: Carpe gauche DP, Petite → Carpe gauche DP, Moyenne',
    )
  })
})

describe('X-ray log as a CSV file', () => {
  test('the CSV file of the X-ray log contains no formulas', async () => {
    const tags = 'studyDate,patientName,owner,kv,di,holders'
    const { status, body, headers } = await download({ tags }, path('2026-02-10', '2026-02-10'))
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe(
      `attachment; filename="X-ray log Clinique -Ete- - Nord 2026-02-10 2026-02-10.csv"; filename*=UTF-8''X-ray%20log%20Clinique%20-%C3%89t%C3%A9-%20-%20Nord%202026-02-10%202026-02-10.csv`,
    )
    expect(body).toBe(
      '\uFEFFStudy Date,Patient Name,Owner,kV,DI,Held By\r\n' +
        `2026-02-10 23:30,"'=HYPERLINK(""x"")","Côté, Anne",,,\r\n` +
        `2026-02-10 23:30,"'=HYPERLINK(""x"")","Côté, Anne",62.5,-0.5,'-A; B\r\n`,
    )
  })

  test('the CSV file of the X-ray log has translated headings for every column', async () => {
    const { body } = await download({ tags: xrayLogTags.join() }, path(), 'fr')
    const [headings = ''] = String(body).split('\r\n')
    expect(headings).toMatch(/^\uFEFFDate de l’étude;/u)
    expect(headings.split(';')).toHaveLength(xrayLogTags.length)
    expect(headings).not.toContain('xrayLog')
  })

  test('the French CSV file of the X-ray log has semicolons and decimal commas', async () => {
    const tags = 'patientName,kv,mas,di,holders'
    const days = path('2026-02-10', '2026-02-10')
    const { body, headers } = await download({ tags }, days, 'fr')
    expect(String(body).split('\r\n')).toEqual([
      '\uFEFFNom du patient;kV;mAs;DI;Contention par',
      `"'=HYPERLINK(""x"")";;;;`,
      `"'=HYPERLINK(""x"")";62,5;4,5;-0,5;"'-A; B"`,
      '',
    ])
    expect(headers['content-disposition']).toContain('Registre%20des%20radiographies')
  })

  test('the download of the X-ray log is audited', async () => {
    await download({ tags: 'kv' }, path('2026-02-01', 'null'))
    const event = await server.unscopedDb
      .selectFrom('auditEvent')
      .selectAll()
      .where('action', '=', 'xray-log.download')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      username: 'logger',
      clinicId,
      subject: 'Clinique "Été" / Nord 2026-02-01',
      after: { dateFrom: '2026-02-01', dateTo: null, tags: ['kv'] },
    })
  })

  test('the X-ray log refuses unknown columns, and needs the right to reports', async () => {
    const { status, error } = await download({ tags: 'kv,kilovolt, ma' })
    expect([status, error.fields]).toEqual([400, { 'tags.kilovolt': expect.any(String) }])
    const staff = await server.createToken(server.first.users.staff.id)
    expect((await download({}, path(), 'en', staff)).status).toBe(403)
    const reporter = await server.createToken(server.first.users.reporter.id)
    expect((await download({}, path(), 'en', reporter)).error.code).toBe('access/other-clinic')
    expect((await download({}, path('2026-02-31'))).status).toBe(400)
  })

  test('the X-ray log of more studies than a batch has each of them once, in order', async () => {
    const { unscopedDb } = server
    const { patientId } = await insertListedStudy(
      unscopedDb,
      { clinicId, userId },
      { patient: 'Many', createdOn: '2020-01-01T00:00:00.000Z' },
    )
    // Many studies at the same instant: only their ids tell where the next batch starts.
    const studies = Array.from({ length: 1200 }, (_, number) => ({
      clinicId,
      userId,
      patientId,
      createdOn: `2020-01-02T00:0${Math.floor(number / 400)}:00.000Z`,
      studyInstanceUID: `2.25.55.${number}`,
      sopInstanceUID: '2.25.55',
      modality: 'General' as const,
    }))
    await unscopedDb.insertInto('study').values(studies).execute()
    const days = path('2020-01-01', '2020-01-02')
    const { body } = await download({ tags: 'studyDate,patientName' }, days)
    const lines = String(body).split('\r\n').slice(1, -1)
    expect(lines).toHaveLength(1200)
    expect(lines).toEqual(lines.toSorted().toReversed())
    const shown = await preview({ tags: 'kv' }, days)
    expect([shown.lines.length, shown.isMore]).toEqual([limits.xrayLogPreviewLines, true])
  })
})
