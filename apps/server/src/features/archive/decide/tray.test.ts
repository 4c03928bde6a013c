import { routes, StudyId } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { createOwnStudy, setUpTray } from '../../../testing/archive/tray-fixture.ts'
import { toUid } from '../../../testing/dicom/dicom-objects.ts'
import { sweepDiscarded } from './retention.ts'

const tray = setUpTray()
const { store, list, findGroupOfName: findGroup, decide, listImages, readStored } = tray

const count = async () =>
  (
    await tray.server.call(
      routes.tray.count,
      { query: { ClinicId: tray.server.first.id } },
      tray.tokens.staff,
    )
  ).body.waiting

describe('the patient of a received file', () => {
  test('littermates with the same name, owner and birth date are three animals', async () => {
    for (const number of ['PUP-001', 'PUP-002', 'PUP-003'])
      await store(
        createOwnStudy(`pup ${number}`, {
          PatientID: number,
          PatientName: 'Roy^Puppy',
          ResponsiblePerson: 'Roy^Anne',
          PatientBirthDate: '20260101',
        }),
      )
    const patients = await Promise.all(['PUP-001', 'PUP-002', 'PUP-003'].map(listImages))
    expect(patients.map((images) => images.length)).toEqual([1, 1, 1])
  })

  test.each([
    ['another name', { PatientName: 'Roy^Minou' }, ['name']],
    ['another birth date', { PatientBirthDate: '20190101' }, ['birthDate']],
    ['another species', { PatientSpeciesDescription: 'Feline' }, ['speciesId']],
  ])('with the same ID and %s waits in the tray', async (title, attributes, differing) => {
    const base = { PatientID: `D ${title}`, PatientName: 'Roy^Fido', PatientBirthDate: '20200101' }
    expect((await store(createOwnStudy(`first ${title}`, base))).outcome).toBe('stored')
    const line = await store(createOwnStudy(`other ${title}`, { ...base, ...attributes }))
    expect(line).toMatchObject({ outcome: 'held' })
    expect(line.studyId).toBeUndefined()
    const group = (await list()).find(({ claim }) => claim.patientId === base.PatientID)
    expect(group).toMatchObject({
      reason: 'patient-differs',
      differing,
      sender: { kind: 'import', name: tray.server.first.users.staff.username },
      record: { patientId: base.PatientID, name: 'Fido' },
    })
    expect(await listImages(base.PatientID)).toHaveLength(1)
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
      store(createOwnStudy(`${name} ${stated}`, { ...base, PatientSpeciesDescription }))
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
    expect(await listImages(base.PatientID)).toHaveLength(4)
  })

  test('of a species that the product does not list makes an animal without a species', async () => {
    const base = { PatientID: 'RABBIT-1', PatientName: 'Roy^Bun', ResponsiblePerson: 'Roy' }
    const sendAs = (name: string, PatientSpeciesDescription: string) =>
      store(createOwnStudy(name, { ...base, PatientSpeciesDescription }))
    expect((await sendAs('rabbit', 'RABBIT')).outcome).toBe('stored')
    expect((await sendAs('rabbit again', 'LAPIN')).outcome).toBe('stored')
    const { speciesId } = await tray.server.unscopedDb
      .selectFrom('patient')
      .select('speciesId')
      .where('patientId', '=', 'RABBIT-1')
      .executeTakeFirstOrThrow()
    expect(speciesId).toBeNull()
  })

  test('with the ID of another issuer is not filed with the same ID of the clinic', async () => {
    const base = { PatientID: 'ISS-1', PatientName: 'Roy^Igor', IssuerOfPatientID: 'LAB A' }
    await store(createOwnStudy('issuer 1', base))
    expect((await store(createOwnStudy('issuer 2', base))).outcome).toBe('stored')
    const other = await store(createOwnStudy('issuer 3', { ...base, IssuerOfPatientID: 'LAB B' }))
    expect(other.outcome).toBe('held')
    // A sender that leaves the issuer out means the same animal if the name confirms it.
    const without = { PatientID: 'ISS-1', PatientName: 'Roy^Igor' }
    expect((await store(createOwnStudy('issuer 4', without))).outcome).toBe('stored')
    expect((await store(createOwnStudy('issuer 5', { ...without, PatientName: '' }))).outcome).toBe(
      'held',
    )
  })

  test('is asked for if a file has no ID and its names fit several animals', async () => {
    const names = { PatientName: 'Roy^Twin', ResponsiblePerson: 'Roy^Anne' }
    await store(createOwnStudy('twin 1', { ...names, PatientID: 'TW-1' }))
    await store(createOwnStudy('twin 2', { ...names, PatientID: 'TW-2' }))
    await store(createOwnStudy('twin 3', { ...names, PatientID: '' }))
    expect(await findGroup('Twin')).toMatchObject({ reason: 'several-patients' })
  })
})

describe('a received file', () => {
  test('of another patient with the UID of a study waits in the tray, and is not in that study', async () => {
    const study = { StudyInstanceUID: toUid('shared study'), SeriesInstanceUID: toUid('shared s') }
    await store(
      createOwnStudy('owner of uid', { ...study, PatientID: 'S-1', PatientName: 'Roy^Luna' }),
    )
    const stranger = { ...study, PatientID: 'S-2', PatientName: 'Gagnon^Oscar' }
    expect((await store(createOwnStudy('stranger', stranger))).outcome).toBe('held')
    const group = await findGroup('Oscar')
    expect(group).toMatchObject({ reason: 'study-differs', record: { patientId: 'S-1' } })
    const reply = await decide(group, 'create')
    expect(reply.status).toBe(200)
    const [image] = await listImages('S-2')
    expect(image?.studyInstanceUID).not.toBe(study.StudyInstanceUID)
    const { identity } = await readStored(image?.filePath ?? '')
    expect([identity.studyInstanceUid, identity.patientId]).toEqual([
      image?.studyInstanceUID,
      'S-2',
    ])
    expect(await listImages('S-1')).toHaveLength(1)
    // The same file again is known, and asks nothing.
    expect((await store(createOwnStudy('stranger', stranger))).outcome).toBe('known')
  })

  test('of a study whose patient was corrected meanwhile is filed with the others', async () => {
    const study = { StudyInstanceUID: toUid('corrected'), PatientID: 'C-1' }
    await store(createOwnStudy('before correction', { ...study, PatientName: 'Roy^Rexx' }))
    await tray.server.unscopedDb
      .updateTable('patient')
      .set({ name: 'Max', patientId: 'C-99' })
      .where('patientId', '=', 'C-1')
      .execute()
    const next = await store(
      createOwnStudy('after correction', { ...study, PatientName: 'Roy^Rexx' }),
    )
    expect(next.outcome).toBe('stored')
    expect(await listImages('C-99')).toHaveLength(2)
  })

  test('with other content under a known UID waits; keeping both adds it under a new UID', async () => {
    const of = { PatientID: 'K-1', PatientName: 'Roy^Kira' }
    const first = await store(createOwnStudy('content', of))
    expect((await store(createOwnStudy('content', of))).outcome).toBe('known')
    expect((await store(createOwnStudy('content', of, { seed: 2 }))).outcome).toBe('held')
    expect((await store(createOwnStudy('content', of, { seed: 2 }))).outcome).toBe('held')
    const group = await findGroup('Kira')
    expect(group).toMatchObject({
      reason: 'content-differs',
      record: { imageId: first.imageId },
      entryIds: [expect.any(Number)],
    })
    expect((await decide(group, 'keep-both')).body.studyId).toBe(first.studyId)
    const images = await listImages('K-1')
    expect(images).toHaveLength(2)
    expect(new Set(images.map(({ sopInstanceUID }) => sopInstanceUID)).size).toBe(2)
  })

  test('that replaces an image leaves the previous file recoverable', async () => {
    const of = { PatientID: 'R-1', PatientName: 'Roy^Rocky' }
    await store(createOwnStudy('replaced', of))
    const [before] = await listImages('R-1')
    await store(createOwnStudy('replaced', of, { seed: 3 }))
    expect((await decide(await findGroup('Rocky'), 'replace')).status).toBe(200)
    const [after, ...others] = await listImages('R-1')
    expect(others).toEqual([])
    expect(after?.id).toBe(before?.id)
    expect(after?.sopInstanceUID).not.toBe(before?.sopInstanceUID)
    expect(after?.filePath).not.toBe(before?.filePath)
    const discarded = (await list('discarded')).find(({ claim }) => claim.name === 'Rocky')
    expect(discarded?.decision).toMatchObject({ kind: 'discard' })
    // A device that sends the previous content again changes nothing.
    expect((await store(createOwnStudy('replaced', of))).outcome).toBe('known')
  })

  test('for a deleted study waits, and restoring the study files it there', async () => {
    const of = { PatientID: 'DEL-1', PatientName: 'Roy^Dino', StudyInstanceUID: toUid('deleted') }
    const { studyId } = await store(createOwnStudy('deleted 1', of))
    if (studyId === undefined) throw new Error('not stored')
    await tray.server.call(routes.study.remove, { params: { id: studyId } }, tray.tokens.admin)
    // A new image, and the same image again, which somebody misses.
    expect((await store(createOwnStudy('deleted 2', of))).outcome).toBe('held')
    expect((await store(createOwnStudy('deleted 1', of))).outcome).toBe('held')
    const group = await findGroup('Dino')
    expect(group).toMatchObject({ reason: 'study-deleted', record: { studyId } })
    expect(group.entryIds).toHaveLength(2)
    expect(await decide(group, 'restore', {}, tray.tokens.staff)).toRefuse('access/forbidden')
    expect((await decide(group, 'restore', {}, tray.tokens.admin)).body).toEqual({
      studyId,
      decided: 2,
      decidedOn: tray.server.clock().toISOString(),
    })
    const images = await listImages('DEL-1')
    expect(images.map((image) => image.studyId)).toEqual([studyId, studyId])
  })
})

describe('a decision', () => {
  const hold = async (name: string, number: string) => {
    await store(createOwnStudy(`${name} 1`, { PatientID: number, PatientName: 'Roy^Bella' }))
    const other = { PatientID: number, PatientName: `Gagnon^${name}` }
    await store(createOwnStudy(`${name} 2`, { ...other, StudyInstanceUID: toUid(`${name} 2`) }))
    await store(createOwnStudy(`${name} 3`, { ...other, StudyInstanceUID: toUid(`${name} 2`) }))
    return findGroup(name)
  }

  test('for an existing animal writes its identity into the files, and holds for the next file', async () => {
    await store(createOwnStudy('target', { PatientID: 'A-2', PatientName: 'Gagnon^Felix' }))
    const group = await hold('Felix', 'A-1')
    expect(group.entryIds).toHaveLength(2)
    const [target] = await listImages('A-2')
    const { body } = await decide(group, 'assign', {
      patientDatabaseId: target?.patientDatabaseId,
    })
    expect(body.decided).toBe(2)
    const images = await listImages('A-2')
    expect(images.map(({ studyId }) => studyId).slice(1)).toEqual([body.studyId, body.studyId])
    const { identity } = await readStored(images.at(-1)?.filePath ?? '')
    expect(identity).toMatchObject({ patientId: 'A-2', patientName: 'Gagnon^Felix' })
    const other = { PatientID: 'A-1', PatientName: 'Gagnon^Felix' }
    expect((await store(createOwnStudy('next of felix', other))).outcome).toBe('stored')
    expect(await listImages('A-2')).toHaveLength(4)
  })

  test('for a new animal needs a patient ID that is free', async () => {
    const group = await hold('Nova', 'N-1')
    expect(await decide(group, 'create')).toRefuse('record/exists')
    expect((await decide(group, 'create', { patientId: 'N-1-2' })).status).toBe(200)
    const [image] = await listImages('N-1-2')
    expect(image?.name).toBe('Nova')
    const { identity } = await readStored(image?.filePath ?? '')
    expect(identity.patientId).toBe('N-1-2')
  })

  test('for a new animal without a patient ID gives it a number of its own', async () => {
    const group = await hold('Blank', 'B-1')
    expect((await decide(group, 'create', { patientId: 'B\\1' })).status).toBe(400)
    const { status, body } = await decide(group, 'create', { patientId: '' })
    expect(status).toBe(200)
    const patient = await tray.server.unscopedDb
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
      return (await store(createOwnStudy(name, { ...bella, ...of, IssuerOfPatientID: issuer })))
        .outcome
    }
    expect(await sendOf(undefined)).toBe('stored')
    expect(await sendOf('CLINIC X')).toBe('stored')
    expect(await sendOf('CLINIC Y')).toBe('held')
  })

  test('of the second of two users is refused with the name of the first', async () => {
    const group = await hold('Duo', 'DUO-1')
    const replies = await Promise.all([
      decide(group, 'discard', { reason: 'Test image' }),
      decide(group, 'create', { patientId: 'DUO-2' }, tray.tokens.root),
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
    const events = await tray.server.unscopedDb
      .selectFrom('auditEvent')
      .selectAll()
      .where('action', '=', 'tray.decide')
      .where('entityId', '=', group.id)
      .execute()
    expect(events).toHaveLength(1)
    const { entryIds } = group
    await tray.server.call(routes.tray.recover, { body: { entryIds } }, tray.tokens.admin)
    expect(await count()).toBe(before + 2)
    await decide(await findGroup('Trash'), 'discard', { reason: 'Phantom' })
    const { unscopedDb, files } = tray.server
    const paths = await unscopedDb
      .selectFrom('trayEntry')
      .select('filePath')
      .where('id', 'in', entryIds)
      .execute()
    const later = new Date(tray.server.clock().getTime() + 91 * 86_400_000)
    await sweepDiscarded({ unscopedDb, files, clock: () => later })
    for (const { filePath } of paths) expect(await files.stat(filePath)).toBeUndefined()
    const late = await tray.server.call(
      routes.tray.recover,
      { body: { entryIds } },
      tray.tokens.admin,
    )
    expect(late).toRefuse('tray/changed')
  })

  test('is not offered to users who may not correct images, but they see what waits', async () => {
    const group = await hold('Seen', 'SEEN-1')
    expect(await decide(group, 'discard', { reason: 'x' }, tray.tokens.staff)).toRefuse(
      'access/forbidden',
    )
    const jpeg = await tray.server.app.inject({
      url: `${tray.server.config.apiBase}tray/${group.id}.jpg`,
      headers: { authorization: `Bearer ${tray.tokens.staff}` },
    })
    expect([jpeg.statusCode, jpeg.headers['content-type']]).toEqual([200, 'image/jpeg'])
    const other = await tray.server.createToken(tray.server.second.users.clinicAdmin.id)
    expect(await decide(group, 'create', { patientId: 'SEEN-2' }, other)).toRefuse(
      'record/not-found',
    )
  })
})

test('a sender with too many waiting files is refused, and others are not', async () => {
  const base = { PatientID: 'FULL-1', PatientName: 'Roy^Full' }
  await store(createOwnStudy('full 1', base))
  await store(createOwnStudy('full 2', { ...base, PatientName: 'Gagnon^Flood' }))
  const { unscopedDb } = tray.server
  const { id } = await findGroup('Flood')
  // As large as the limit of a sender.
  await unscopedDb
    .updateTable('trayEntry')
    .set({ byteLength: 8 * 1024 ** 3 })
    .where('id', '=', id)
    .execute()
  const files = await countFiles()
  const { statusCode } = await tray.server.app.inject({
    method: 'POST',
    url: `${tray.server.config.apiBase}image/import?name=file`,
    headers: { authorization: `Bearer ${tray.tokens.staff}`, 'content-type': 'application/dicom' },
    payload: createOwnStudy('full 3', { ...base, PatientName: 'Gagnon^Flood' }),
  })
  expect(statusCode).toBe(429)
  expect(await countFiles()).toBe(files)
  expect((await store(createOwnStudy('full 4', base))).outcome).toBe('stored')
})

async function countFiles() {
  let files = 0
  for await (const _file of tray.server.files.list('images')) files += 1
  return files
}
