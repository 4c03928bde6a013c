import { routes, ImportLine, StudyId } from '@talus/contract'
import type { TrayDecision, TrayGroup } from '@talus/contract'
import { readDicom } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { sweepDiscarded } from './retention.ts'

let server: TestServer
let staff: string
let admin: string
let root: string

beforeAll(async () => {
  server = await startTestServer()
  // The record of the fixture would be counted with the entries of these tests.
  await server.unscopedDb.deleteFrom('trayEntry').execute()
})
afterAll(() => server.close())
beforeEach(async () => {
  staff = await server.createToken(server.first.users.staff.id)
  admin = await server.createToken(server.first.users.clinicAdmin.id)
  root = await server.createToken(server.first.users.root.id)
})

async function send(bytes: Uint8Array) {
  const { body } = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import?name=file`,
    headers: { authorization: `Bearer ${staff}`, 'content-type': 'application/dicom' },
    payload: Buffer.from(bytes),
  })
  return ImportLine.parse(JSON.parse(body))
}

/** A radiograph of a study of its own. */
const create = (name: string, attributes: Attributes = {}, options?: { seed?: number }) =>
  createRadiograph(
    name,
    {
      StudyInstanceUID: toUid(`study ${name}`),
      SeriesInstanceUID: toUid(`series ${name}`),
      PatientBirthDate: '',
      ResponsiblePerson: '',
      ...attributes,
    },
    options,
  )

const list = async (state: 'waiting' | 'discarded' = 'waiting') =>
  (await server.call(routes.tray.list, { query: { ClinicId: server.first.id, state } }, staff)).body

const count = async () =>
  (await server.call(routes.tray.count, { query: { ClinicId: server.first.id } }, staff)).body
    .waiting

/** The waiting group with this claimed name. */
async function findGroup(name: string): Promise<TrayGroup> {
  const group = (await list()).find(({ claim }) => claim.name === name)
  if (!group) throw new Error(`no group of ${name}`)
  return group
}

const decide = (
  { entryIds }: TrayGroup,
  decision: TrayDecision,
  more: Record<string, unknown> = {},
  by = admin,
) => server.call(routes.tray.decide, { body: { entryIds, decision, ...more } }, by)

const findImages = (patientId: string) =>
  server.unscopedDb
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .select(['image.id', 'image.studyId', 'image.sopInstanceUID', 'image.filePath'])
    .select(['patient.name', 'patient.id as patientDatabaseId', 'study.studyInstanceUID'])
    .where('patient.patientId', '=', patientId)
    .where('patient.clinicId', '=', server.first.id)
    .orderBy('image.id')
    .execute()

async function readFile(filePath: string) {
  const stream = await server.files.read(filePath)
  return readDicom(new Uint8Array(stream ? await buffer(stream) : []))
}

describe('the patient of a received file', () => {
  test('littermates with the same name, owner and birth date are three animals', async () => {
    for (const number of ['PUP-001', 'PUP-002', 'PUP-003'])
      await send(
        create(`pup ${number}`, {
          PatientID: number,
          PatientName: 'Roy^Puppy',
          ResponsiblePerson: 'Roy^Anne',
          PatientBirthDate: '20260101',
        }),
      )
    const patients = await Promise.all(['PUP-001', 'PUP-002', 'PUP-003'].map(findImages))
    expect(patients.map((images) => images.length)).toEqual([1, 1, 1])
  })

  test.each([
    ['another name', { PatientName: 'Roy^Minou' }, ['name']],
    ['another birth date', { PatientBirthDate: '20190101' }, ['birthDate']],
    ['another species', { PatientSpeciesDescription: 'Feline' }, ['speciesId']],
  ])('with the same ID and %s waits in the tray', async (title, attributes, differing) => {
    const base = { PatientID: `D ${title}`, PatientName: 'Roy^Fido', PatientBirthDate: '20200101' }
    expect((await send(create(`first ${title}`, base))).outcome).toBe('stored')
    const line = await send(create(`other ${title}`, { ...base, ...attributes }))
    expect(line).toMatchObject({ outcome: 'held' })
    expect(line.studyId).toBeUndefined()
    const group = (await list()).find(({ claim }) => claim.patientId === base.PatientID)
    expect(group).toMatchObject({
      reason: 'patient-differs',
      differing,
      sender: { kind: 'import', name: server.first.users.staff.username },
      record: { patientId: base.PatientID, name: 'Fido' },
    })
    expect(await findImages(base.PatientID)).toHaveLength(1)
  })

  test.each([
    ['Canine', 'FELIN'],
    ['CANIN', 'RABBIT'],
    ['CHIEN', 'BOVIN'],
    ['Félin', 'Tortue'],
  ])('with the ID of an animal of the species %s waits if it states %s', async (known, stated) => {
    const base = {
      PatientID: `S ${stated}`,
      PatientName: 'Roy^Fido',
      ResponsiblePerson: 'Roy',
      PatientBirthDate: '20200101',
    }
    const sendAs = (name: string, PatientSpeciesDescription: string) =>
      send(create(`${name} ${stated}`, { ...base, PatientSpeciesDescription }))
    expect((await sendAs('first', known)).outcome).toBe('stored')
    expect((await sendAs('unstated', 'UNKNOWN')).outcome).toBe('stored')
    expect((await sendAs('other', stated)).outcome).toBe('held')
    const group = (await list()).find(({ claim }) => claim.patientId === base.PatientID)
    expect(group).toMatchObject({ reason: 'patient-differs', differing: ['speciesId'] })
    if (!group?.record) throw new Error('nothing is held')
    const { patientDatabaseId } = group.record
    expect((await decide(group, 'assign', { patientDatabaseId })).status).toBe(200)
    // The decision counts for the next study with the same word.
    expect((await sendAs('next', stated)).outcome).toBe('stored')
    expect(await findImages(base.PatientID)).toHaveLength(4)
  })

  test('of a species that the product does not list makes an animal without a species', async () => {
    const base = { PatientID: 'RABBIT-1', PatientName: 'Roy^Bun', ResponsiblePerson: 'Roy' }
    const sendAs = (name: string, PatientSpeciesDescription: string) =>
      send(create(name, { ...base, PatientSpeciesDescription }))
    expect((await sendAs('rabbit', 'RABBIT')).outcome).toBe('stored')
    expect((await sendAs('rabbit again', 'LAPIN')).outcome).toBe('stored')
    const { speciesId } = await server.unscopedDb
      .selectFrom('patient')
      .select('speciesId')
      .where('patientId', '=', 'RABBIT-1')
      .executeTakeFirstOrThrow()
    expect(speciesId).toBeNull()
  })

  test('with the ID of another issuer is not filed with the same ID of the clinic', async () => {
    const base = { PatientID: 'ISS-1', PatientName: 'Roy^Igor', IssuerOfPatientID: 'LAB A' }
    await send(create('issuer 1', base))
    expect((await send(create('issuer 2', base))).outcome).toBe('stored')
    const other = await send(create('issuer 3', { ...base, IssuerOfPatientID: 'LAB B' }))
    expect(other.outcome).toBe('held')
    // A sender that leaves the issuer out means the same animal if the name confirms it.
    const without = { PatientID: 'ISS-1', PatientName: 'Roy^Igor' }
    expect((await send(create('issuer 4', without))).outcome).toBe('stored')
    expect((await send(create('issuer 5', { ...without, PatientName: '' }))).outcome).toBe('held')
  })

  test('is asked for if a file has no ID and its names fit several animals', async () => {
    const names = { PatientName: 'Roy^Twin', ResponsiblePerson: 'Roy^Anne' }
    await send(create('twin 1', { ...names, PatientID: 'TW-1' }))
    await send(create('twin 2', { ...names, PatientID: 'TW-2' }))
    await send(create('twin 3', { ...names, PatientID: '' }))
    expect(await findGroup('Twin')).toMatchObject({ reason: 'several-patients' })
  })
})

describe('a received file', () => {
  test('of another patient with the UID of a study waits in the tray, and is not in that study', async () => {
    const study = { StudyInstanceUID: toUid('shared study'), SeriesInstanceUID: toUid('shared s') }
    await send(create('owner of uid', { ...study, PatientID: 'S-1', PatientName: 'Roy^Luna' }))
    const stranger = { ...study, PatientID: 'S-2', PatientName: 'Gagnon^Oscar' }
    expect((await send(create('stranger', stranger))).outcome).toBe('held')
    const group = await findGroup('Oscar')
    expect(group).toMatchObject({ reason: 'study-differs', record: { patientId: 'S-1' } })
    const reply = await decide(group, 'create')
    expect(reply.status).toBe(200)
    const [image] = await findImages('S-2')
    expect(image?.studyInstanceUID).not.toBe(study.StudyInstanceUID)
    const { identity } = await readFile(image?.filePath ?? '')
    expect([identity.studyInstanceUid, identity.patientId]).toEqual([
      image?.studyInstanceUID,
      'S-2',
    ])
    expect(await findImages('S-1')).toHaveLength(1)
    // The same file again is known, and asks nothing.
    expect((await send(create('stranger', stranger))).outcome).toBe('known')
  })

  test('of a study whose patient was corrected meanwhile is filed with the others', async () => {
    const study = { StudyInstanceUID: toUid('corrected'), PatientID: 'C-1' }
    await send(create('before correction', { ...study, PatientName: 'Roy^Rexx' }))
    await server.unscopedDb
      .updateTable('patient')
      .set({ name: 'Max', patientId: 'C-99' })
      .where('patientId', '=', 'C-1')
      .execute()
    const next = await send(create('after correction', { ...study, PatientName: 'Roy^Rexx' }))
    expect(next.outcome).toBe('stored')
    expect(await findImages('C-99')).toHaveLength(2)
  })

  test('with other content under a known UID waits; keeping both adds it under a new UID', async () => {
    const of = { PatientID: 'K-1', PatientName: 'Roy^Kira' }
    const first = await send(create('content', of))
    expect((await send(create('content', of))).outcome).toBe('known')
    expect((await send(create('content', of, { seed: 2 }))).outcome).toBe('held')
    expect((await send(create('content', of, { seed: 2 }))).outcome).toBe('held')
    const group = await findGroup('Kira')
    expect(group).toMatchObject({
      reason: 'content-differs',
      record: { imageId: first.imageId },
      entryIds: [expect.any(Number)],
    })
    expect((await decide(group, 'keep-both')).body.studyId).toBe(first.studyId)
    const images = await findImages('K-1')
    expect(images).toHaveLength(2)
    expect(new Set(images.map(({ sopInstanceUID }) => sopInstanceUID)).size).toBe(2)
  })

  test('that replaces an image leaves the previous file recoverable', async () => {
    const of = { PatientID: 'R-1', PatientName: 'Roy^Rocky' }
    await send(create('replaced', of))
    const [before] = await findImages('R-1')
    await send(create('replaced', of, { seed: 3 }))
    expect((await decide(await findGroup('Rocky'), 'replace')).status).toBe(200)
    const [after, ...others] = await findImages('R-1')
    expect(others).toEqual([])
    expect(after?.id).toBe(before?.id)
    expect(after?.sopInstanceUID).not.toBe(before?.sopInstanceUID)
    expect(after?.filePath).not.toBe(before?.filePath)
    const discarded = (await list('discarded')).find(({ claim }) => claim.name === 'Rocky')
    expect(discarded?.decision).toMatchObject({ kind: 'discard' })
    // A device that sends the previous content again changes nothing.
    expect((await send(create('replaced', of))).outcome).toBe('known')
  })

  test('for a deleted study waits, and restoring the study files it there', async () => {
    const of = { PatientID: 'DEL-1', PatientName: 'Roy^Dino', StudyInstanceUID: toUid('deleted') }
    const { studyId } = await send(create('deleted 1', of))
    if (studyId === undefined) throw new Error('not stored')
    await server.call(routes.study.remove, { params: { id: studyId } }, admin)
    // A new image, and the same image again, which somebody misses.
    expect((await send(create('deleted 2', of))).outcome).toBe('held')
    expect((await send(create('deleted 1', of))).outcome).toBe('held')
    const group = await findGroup('Dino')
    expect(group).toMatchObject({ reason: 'study-deleted', record: { studyId } })
    expect(group.entryIds).toHaveLength(2)
    expect(await decide(group, 'restore', {}, staff)).toRefuse('access/forbidden')
    expect((await decide(group, 'restore', {}, admin)).body).toEqual({
      studyId,
      decided: 2,
      decidedOn: server.clock().toISOString(),
    })
    const images = await findImages('DEL-1')
    expect(images.map((image) => image.studyId)).toEqual([studyId, studyId])
  })
})

describe('a decision', () => {
  const hold = async (name: string, number: string) => {
    await send(create(`${name} 1`, { PatientID: number, PatientName: 'Roy^Bella' }))
    const other = { PatientID: number, PatientName: `Gagnon^${name}` }
    await send(create(`${name} 2`, { ...other, StudyInstanceUID: toUid(`${name} 2`) }))
    await send(create(`${name} 3`, { ...other, StudyInstanceUID: toUid(`${name} 2`) }))
    return findGroup(name)
  }

  test('for an existing animal writes its identity into the files, and holds for the next file', async () => {
    await send(create('target', { PatientID: 'A-2', PatientName: 'Gagnon^Felix' }))
    const group = await hold('Felix', 'A-1')
    expect(group.entryIds).toHaveLength(2)
    const [target] = await findImages('A-2')
    const { body } = await decide(group, 'assign', {
      patientDatabaseId: target?.patientDatabaseId,
    })
    expect(body.decided).toBe(2)
    const images = await findImages('A-2')
    expect(images.map(({ studyId }) => studyId).slice(1)).toEqual([body.studyId, body.studyId])
    const { identity } = await readFile(images.at(-1)?.filePath ?? '')
    expect(identity).toMatchObject({ patientId: 'A-2', patientName: 'Gagnon^Felix' })
    const other = { PatientID: 'A-1', PatientName: 'Gagnon^Felix' }
    expect((await send(create('next of felix', other))).outcome).toBe('stored')
    expect(await findImages('A-2')).toHaveLength(4)
  })

  test('for a new animal needs a patient ID that is free', async () => {
    const group = await hold('Nova', 'N-1')
    expect(await decide(group, 'create')).toRefuse('record/exists')
    expect((await decide(group, 'create', { patientId: 'N-1-2' })).status).toBe(200)
    const [image] = await findImages('N-1-2')
    expect(image?.name).toBe('Nova')
    const { identity } = await readFile(image?.filePath ?? '')
    expect(identity.patientId).toBe('N-1-2')
  })

  test('for a new animal without a patient ID gives it a number of its own', async () => {
    const group = await hold('Blank', 'B-1')
    expect((await decide(group, 'create', { patientId: 'B\\1' })).status).toBe(400)
    const { status, body } = await decide(group, 'create', { patientId: '' })
    expect(status).toBe(200)
    const patient = await server.unscopedDb
      .selectFrom('study')
      .innerJoin('patient', 'patient.id', 'study.patientId')
      .select(['patient.name', 'patient.patientId'])
      .where('study.id', '=', body.studyId ?? StudyId.parse(0))
      .executeTakeFirst()
    expect(patient).toEqual({ name: 'Blank', patientId: expect.stringMatching(/^NO-ID-\d+$/u) })
  })

  test('with the number of a second issuer waits, even if the first one came later', async () => {
    const bella = { PatientID: '123', PatientName: 'Bella', PatientBirthDate: '20190101' }
    const sendOf = async (issuer: string | undefined) => {
      const name = `bella of ${issuer}`
      const of = { StudyInstanceUID: toUid(name), SeriesInstanceUID: toUid(`series ${name}`) }
      return (await send(create(name, { ...bella, ...of, IssuerOfPatientID: issuer }))).outcome
    }
    expect(await sendOf(undefined)).toBe('stored')
    expect(await sendOf('CLINIC X')).toBe('stored')
    expect(await sendOf('CLINIC Y')).toBe('held')
  })

  test('of the second of two users is refused with the name of the first', async () => {
    const group = await hold('Duo', 'DUO-1')
    const replies = await Promise.all([
      decide(group, 'discard', { reason: 'Test image' }),
      decide(group, 'create', { patientId: 'DUO-2' }, root),
    ])
    const [refused, ...others] = replies.filter(({ status }) => status !== 200)
    expect(others).toEqual([])
    expect(refused).toRefuse('tray/decided')
    const again = await decide(group, 'discard', { reason: 'Test image' })
    expect(again.error.message).toMatch(/has already decided/u)
    expect(again).toRefuse('tray/decided')
  })

  test('to discard needs a reason, is audited, and can be taken back until the file is removed', async () => {
    const before = await count()
    const group = await hold('Trash', 'T-1')
    expect(await count()).toBe(before + 2)
    expect(await decide(group, 'discard')).toRefuse('request/invalid')
    expect((await decide(group, 'discard', { reason: 'Phantom' })).status).toBe(200)
    expect(await count()).toBe(before)
    const events = await server.unscopedDb
      .selectFrom('auditEvent')
      .selectAll()
      .where('action', '=', 'tray.decide')
      .where('entityId', '=', group.id)
      .execute()
    expect(events).toHaveLength(1)
    const { entryIds } = group
    await server.call(routes.tray.recover, { body: { entryIds } }, admin)
    expect(await count()).toBe(before + 2)
    await decide(await findGroup('Trash'), 'discard', { reason: 'Phantom' })
    const { unscopedDb, files } = server
    const paths = await unscopedDb
      .selectFrom('trayEntry')
      .select('filePath')
      .where('id', 'in', entryIds)
      .execute()
    const later = new Date(server.clock().getTime() + 91 * 86_400_000)
    await sweepDiscarded({ unscopedDb, files, clock: () => later })
    for (const { filePath } of paths) expect(await files.stat(filePath)).toBeUndefined()
    const late = await server.call(routes.tray.recover, { body: { entryIds } }, admin)
    expect(late).toRefuse('tray/changed')
  })

  test('is not offered to users who may not correct images, but they see what waits', async () => {
    const group = await hold('Seen', 'SEEN-1')
    expect(await decide(group, 'discard', { reason: 'x' }, staff)).toRefuse('access/forbidden')
    const jpeg = await server.app.inject({
      url: `${server.config.apiBase}tray/${group.id}.jpg`,
      headers: { authorization: `Bearer ${staff}` },
    })
    expect([jpeg.statusCode, jpeg.headers['content-type']]).toEqual([200, 'image/jpeg'])
    const other = await server.createToken(server.second.users.clinicAdmin.id)
    expect(await decide(group, 'create', { patientId: 'SEEN-2' }, other)).toRefuse(
      'record/not-found',
    )
  })
})

test('a sender with too many waiting files is refused, and others are not', async () => {
  const base = { PatientID: 'FULL-1', PatientName: 'Roy^Full' }
  await send(create('full 1', base))
  await send(create('full 2', { ...base, PatientName: 'Gagnon^Flood' }))
  const { unscopedDb } = server
  const { id } = await findGroup('Flood')
  // As large as the limit of a sender.
  await unscopedDb
    .updateTable('trayEntry')
    .set({ byteLength: 8 * 1024 ** 3 })
    .where('id', '=', id)
    .execute()
  const files = await countFiles()
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import?name=file`,
    headers: { authorization: `Bearer ${staff}`, 'content-type': 'application/dicom' },
    payload: create('full 3', { ...base, PatientName: 'Gagnon^Flood' }),
  })
  expect(statusCode).toBe(429)
  expect(await countFiles()).toBe(files)
  expect((await send(create('full 4', base))).outcome).toBe('stored')
})

async function countFiles() {
  let files = 0
  for await (const _file of server.files.list('images')) files += 1
  return files
}
