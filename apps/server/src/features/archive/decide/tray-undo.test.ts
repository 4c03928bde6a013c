import { ImageId, routes, StudyId } from '@talus/contract'
import type { Instant, TrayGroup, TrayState } from '@talus/contract'
import type { Attributes } from '@talus/dicom'
import { describe, expect, test } from 'vitest'
import { toUid } from '../../../testing/dicom/dicom-objects.ts'
import { setUpTray } from '../../../testing/archive/tray-fixture.ts'

const tray = setUpTray()
const { send, list, findGroupOfNumber: findGroup, findPatient } = tray

const listOf = async (number: string, state?: TrayState) =>
  (await list(state)).filter(({ claim }) => claim.patientId === number)

const listImages = async (number: string) =>
  (await tray.listImages(number)).filter(({ isDeleted }) => !isDeleted)

const animal = (number: string, name = 'Ames^Ada', birthDate = '20200101'): Attributes => ({
  PatientID: number,
  PatientName: name,
  ResponsiblePerson: name.split('^')[0] ?? '',
  PatientBirthDate: birthDate,
})
const other = (number: string) => animal(number, 'Burns^Bob', '20180505')

async function decide(...decision: Parameters<typeof tray.decide>) {
  // Two decisions at the same moment would be one.
  tray.server.advanceClock(1000)
  const reply = await tray.decide(...decision)
  expect(reply.status).toBe(200)
  return reply.body
}

const undo = (
  { entryIds }: Pick<TrayGroup, 'entryIds'>,
  { decidedOn }: { readonly decidedOn: Instant },
  token = tray.tokens.admin,
) => tray.server.call(routes.tray.undo, { body: { entryIds, decidedOn } }, token)

const listEvents = (action: string) =>
  tray.server.unscopedDb
    .selectFrom('auditEvent')
    .select(['action', 'subject', 'before', 'after'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute()

/** The study of Bob has an image of Ada, which a user files there. */
async function assignWrongly(prefix: string) {
  const [a, b] = [`${prefix}-A`, `${prefix}-B`]
  await send(`${prefix} ada`, animal(a))
  await send(`${prefix} bob`, other(b))
  const study = { StudyInstanceUID: toUid(`study ${prefix} bob`) }
  expect((await send(`${prefix} mixed`, { ...animal(a), ...study })).outcome).toBe('held')
  const group = await findGroup(a)
  const patientDatabaseId = (await findPatient(b)).id
  const made = await decide(group, 'assign', { patientDatabaseId })
  expect(await listImages(b)).toHaveLength(2)
  return { a, b, study, group, made, patientDatabaseId }
}

describe('an undone choice of an animal', () => {
  test('returns the image to the tray, forgets the study, and is audited', async () => {
    const { a, b, study, group, made } = await assignWrongly('UN1')
    expect(await undo(group, made, tray.tokens.staff)).toRefuse('access/forbidden')
    const [, filed] = await listImages(b)
    const reply = await undo(group, made)
    expect([reply.status, reply.body]).toEqual([
      200,
      { waiting: 1, followed: 0, staying: 0, stayingStudies: [] },
    ])
    expect(await listImages(b)).toHaveLength(1)
    expect(await findGroup(a)).toMatchObject({ entryIds: group.entryIds, decision: null })
    // The file that was made for the decision is gone, the received one is shown.
    expect(await tray.server.files.stat(filed?.filePath ?? '')).toBeUndefined()
    const jpeg = await tray.server.app.inject({
      url: `${tray.server.config.apiBase}tray/${group.id}.jpg`,
      headers: { authorization: `Bearer ${tray.tokens.admin}` },
    })
    expect(jpeg.statusCode).toBe(200)
    expect((await send('UN1 next', { ...animal(a), ...study })).outcome).toBe('held')
    const [event] = await listEvents('tray.undo')
    expect(event).toMatchObject({
      subject: `Ada ${a}`,
      before: { decision: 'assign', patientId: b },
    })
    // Sent again, it is the file that waits.
    expect((await send('UN1 mixed', { ...animal(a), ...study })).outcome).toBe('held')
    expect((await findGroup(a)).entryIds).toHaveLength(2)
  })

  test('returns the images that followed in the study without a question as well', async () => {
    const { a, b, study, group, made } = await assignWrongly('UN2')
    expect((await send('UN2 follower', { ...animal(a), ...study })).outcome).toBe('stored')
    expect((await send('UN2 own', { ...other(b), ...study })).outcome).toBe('stored')
    expect(await listImages(b)).toHaveLength(4)
    const { body } = await undo(group, made)
    expect(body).toEqual({ waiting: 2, followed: 1, staying: 0, stayingStudies: [] })
    expect(await listImages(b)).toHaveLength(2)
    const again = await findGroup(a)
    expect(again.entryIds).toHaveLength(2)
    // Decided rightly now, both are in the record of the other animal.
    await decide(again, 'assign', { patientDatabaseId: (await findPatient(a)).id })
    expect(await listImages(a)).toHaveLength(3)
  })

  test('forgets the patient ID for other studies, and names the images that stay there', async () => {
    await send('UN3 ada', animal('UN3'))
    await send('UN3 bob', other('UN3-B'))
    const misspelt = animal('UN3', 'Ames^Otto', '20150101')
    expect((await send('UN3 first', misspelt)).outcome).toBe('held')
    const group = await findGroup('UN3')
    const { id } = await findPatient('UN3-B')
    const made = await decide(group, 'assign', { patientDatabaseId: id })
    expect((await send('UN3 second', misspelt)).outcome).toBe('stored')
    const reply = await undo(group, made)
    const [stays] = (await listImages('UN3-B')).slice(-1)
    expect(reply.body).toEqual({
      waiting: 1,
      followed: 0,
      staying: 1,
      stayingStudies: [
        {
          studyId: stays?.studyId,
          patientName: 'Bob',
          patientId: 'UN3-B',
          day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/u),
          images: 1,
        },
      ],
    })
    const query = { patientId: id }
    const numbers = await tray.server.call(
      routes.reassign.otherNumbers,
      { query },
      tray.tokens.admin,
    )
    expect(numbers.body).toEqual([])
    expect((await send('UN3 third', misspelt)).outcome).toBe('held')
    // The study that the decision made was empty, and its UID is free for the right animal.
    const [first] = await listOf('UN3')
    if (!first) throw new Error('nothing waits')
    const { studyId } = await decide(first, 'create', { patientId: 'UN3-2' })
    const study = await tray.server.unscopedDb
      .selectFrom('study')
      .select('studyInstanceUID')
      .where('id', '=', studyId ?? StudyId.parse(0))
      .executeTakeFirst()
    expect(study?.studyInstanceUID).toBe(toUid('study UN3 first'))
  })

  test('is refused a second time, and after another decision names its user', async () => {
    const { a, group, made } = await assignWrongly('UN4')
    const replies = await Promise.all([undo(group, made), undo(group, made)])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.find(({ status }) => status === 409)).toRefuse('tray/undone')
    tray.server.advanceClock(1000)
    const body = { entryIds: group.entryIds, decision: 'create', patientId: `${a}-2` } as const
    const second = await tray.server.call(routes.tray.decide, { body }, tray.tokens.root)
    expect(second.status).toBe(200)
    const late = await undo(group, made)
    expect(late).toRefuse('tray/decided')
    expect(late.error.message).toContain(tray.server.first.users.root.username)
    expect((await undo(group, second.body)).status).toBe(200)
  })

  test('is refused while a later move of the study is not undone', async () => {
    const { b, group, made } = await assignWrongly('UN5')
    await send('UN5 carl', animal('UN5-C', 'Cole^Carl'))
    const [image] = await listImages(b)
    const query = {
      studyId: image?.studyId ?? StudyId.parse(0),
      patientId: (await findPatient('UN5-C')).id,
    }
    const { revision } = (
      await tray.server.call(routes.reassign.compareStudy, { query }, tray.tokens.admin)
    ).body
    tray.server.advanceClock(1000)
    const moved = await tray.server.call(
      routes.reassign.moveStudy,
      { body: { ...query, revision } },
      tray.tokens.admin,
    )
    const refused = await undo(group, made)
    expect(refused).toRefuse('reassign/later')
    expect(refused.error.message).toContain('Carl (UN5-C)')
    const params = { id: moved.body.id }
    expect(
      (await tray.server.call(routes.reassign.undo, { params }, tray.tokens.admin)).status,
    ).toBe(200)
    expect((await undo(group, made)).status).toBe(200)
  })

  test('keeps corrections of the image among the discarded files, and revokes its links', async () => {
    const { a, b, group, made } = await assignWrongly('UN6')
    const [, image] = await listImages(b)
    if (!image) throw new Error('not filed')
    const annotated = await tray.server.call(
      routes.image.annotate,
      {
        body: {
          imageId: image.id,
          annotation: { bodyPart: 'Abdomen', bodyPartView: 'DV' },
        },
      },
      tray.tokens.admin,
    )
    expect(annotated.status).toBe(200)
    const shared = await tray.server.call(
      routes.share.create,
      { body: { imageIds: [image.id] } },
      tray.tokens.admin,
    )
    expect(shared.status).toBe(200)
    expect((await undo(group, made)).status).toBe(200)
    expect(await listOf(a, 'discarded')).toHaveLength(1)
    expect((await findGroup(a)).entryIds).toEqual(group.entryIds)
    const share = await tray.server.unscopedDb
      .selectFrom('share')
      .select('revokedOn')
      .where('id', '=', shared.body.share.id)
      .executeTakeFirst()
    expect(share?.revokedOn).not.toBeNull()
  })

  test('leaves no empty study with the animal that the images were filed under', async () => {
    const [a, b] = ['UN9-A', 'UN9-B']
    await send('UN9 bob', other(b))
    await send('UN9 ada', animal(a))
    expect((await send('UN9 swapped', { ...other(a) })).outcome).toBe('held')
    const group = await findGroup(a)
    const { id } = await findPatient(b)
    const listStudies = async () =>
      (
        await tray.server.call(
          routes.study.ofPatient,
          { query: { patientId: id } },
          tray.tokens.admin,
        )
      ).body
    const before = await listStudies()
    const made = await decide(group, 'assign', { patientDatabaseId: id })
    expect(await listStudies()).toHaveLength(before.length + 1)
    expect((await undo(group, made)).status).toBe(200)
    expect(await listStudies()).toEqual(before)
  })

  test('is listed until it is undone, with the animal of the images', async () => {
    const { a, b, group, made } = await assignWrongly('UN7')
    const [decided] = await listOf(a, 'decided')
    expect(decided).toMatchObject({
      entryIds: group.entryIds,
      filed: { patientId: b, patientName: 'Bob' },
      decision: { kind: 'assign', on: made.decidedOn },
    })
    await undo(group, made)
    expect(await listOf(a, 'decided')).toEqual([])
  })
})

describe('an undone new animal', () => {
  const findPatients = (number: string) =>
    tray.server.unscopedDb
      .selectFrom('patient')
      .leftJoin('owner', 'owner.id', 'patient.ownerId')
      .select(['patient.id', 'patient.status', 'patient.ownerId', 'owner.name as owner'])
      .where('patient.patientId', '=', number)
      .where('patient.clinicId', '=', tray.server.first.id)
      .execute()
  const findOwners = (name: string) =>
    tray.server.unscopedDb.selectFrom('owner').select('id').where('name', '=', name).execute()

  /** A new animal is made for an image whose patient ID another one has. */
  async function createAnimal(prefix: string, owner: string) {
    await send(`${prefix} ada`, animal(prefix))
    const stated = { ...animal(prefix, `${owner}^Bob`, '20180505') }
    expect((await send(`${prefix} bob`, stated)).outcome).toBe('held')
    const group = await findGroup(prefix)
    const patientId = `${prefix}-2`
    return { group, stated, patientId, made: await decide(group, 'create', { patientId }) }
  }

  test('is gone with its owner, and the same decision can be made again', async () => {
    const { group, patientId, made } = await createAnimal('NA1', 'Newman')
    expect(await findPatients(patientId)).toMatchObject([{ status: 'Active', owner: 'Newman' }])
    expect((await undo(group, made)).status).toBe(200)
    expect(await findPatients(patientId)).toEqual([])
    expect(await findOwners('Newman')).toEqual([])
    expect((await listEvents('tray.undo'))[0]?.after).toMatchObject({ removedPatient: patientId })
    const again = await decide(group, 'create', { patientId })
    expect(await findPatients(patientId)).toHaveLength(1)
    expect(await listImages(patientId)).toHaveLength(1)
    expect((await undo(group, again)).status).toBe(200)
    expect(await findPatients(patientId)).toEqual([])
  })

  test('keeps an owner who has another animal, or was known before', async () => {
    await send('NA2 known', animal('NA2-K', 'Older^Kay'))
    const known = await createAnimal('NA2', 'Older')
    await undo(known.group, known.made)
    expect(await findPatients(known.patientId)).toEqual([])
    expect(await findOwners('Older')).toHaveLength(1)

    const { group, patientId, made } = await createAnimal('NA3', 'Younger')
    await send('NA3 other', animal('NA3-O', 'Younger^Otis'))
    await undo(group, made)
    expect(await findPatients(patientId)).toEqual([])
    expect(await findPatients('NA3-O')).toMatchObject([{ owner: 'Younger' }])
  })

  test('stays if it has another study', async () => {
    const { group, stated, patientId, made } = await createAnimal('NA4', 'Busy')
    const outcome = await send('NA4 later', { ...stated, PatientID: patientId })
    expect(outcome.outcome).toBe('stored')
    expect((await undo(group, made)).status).toBe(200)
    expect(await findPatients(patientId)).toHaveLength(1)
    expect(await listImages(patientId)).toHaveLength(1)
  })

  test('stays if a user has edited it', async () => {
    const { group, patientId, made } = await createAnimal('NA5', 'Edited')
    const { id, ownerId } = await findPatient(patientId)
    const body = { id, name: 'Bobby', patientId, ownerId, speciesId: 1 }
    const edited = await tray.server.call(routes.patient.update, { body }, tray.tokens.admin)
    expect(edited.status).toBe(200)
    expect((await undo(group, made)).status).toBe(200)
    expect(await findPatients(patientId)).toHaveLength(1)
  })
})

test('a decision that counts for one study is listed with the animal and can be forgotten', async () => {
  const { a, study, patientDatabaseId } = await assignWrongly('UN8')
  const query = { patientId: patientDatabaseId }
  const numbers = async () =>
    (await tray.server.call(routes.reassign.otherNumbers, { query }, tray.tokens.admin)).body
  expect(await numbers()).toEqual([
    { number: a, kind: 'study', name: 'ada', studyDate: expect.any(String) },
  ])
  const body = { patientId: patientDatabaseId, number: a }
  expect(
    (await tray.server.call(routes.reassign.forgetNumber, { body }, tray.tokens.admin)).status,
  ).toBe(204)
  expect(await numbers()).toEqual([])
  // The image on file still names another animal than the next one.
  expect((await send('UN8 next', { ...animal(a), ...study })).outcome).toBe('held')
})

describe('a picture that differs from the image on file', () => {
  async function differ(number: string) {
    const first = await send(`${number} first`, animal(number))
    const [before] = await listImages(number)
    expect((await send(`${number} first`, animal(number), { seed: 2 })).outcome).toBe('held')
    return { first, before, group: await findGroup(number) }
  }

  test('that replaced it goes back to the tray, and the former picture is shown again', async () => {
    const { before, group } = await differ('RP1')
    const made = await decide(group, 'replace')
    const [replaced] = await listImages('RP1')
    expect(replaced?.filePath).not.toBe(before?.filePath)
    expect(await listOf('RP1', 'discarded')).toHaveLength(1)
    expect((await undo(group, made)).body).toEqual({
      waiting: 1,
      followed: 0,
      staying: 0,
      stayingStudies: [],
    })
    expect(await listImages('RP1')).toEqual([before])
    expect(await listOf('RP1', 'discarded')).toEqual([])
    expect((await findGroup('RP1')).entryIds).toEqual(group.entryIds)
    const params = { id: before?.id ?? ImageId.parse(0) }
    const { body } = await tray.server.call(routes.image.history, { params }, tray.tokens.admin)
    expect(body).toMatchObject([{ reason: 'undone', hasFile: true }])
    // Neither is a new question when it is sent again.
    expect((await send('RP1 first', animal('RP1'))).outcome).toBe('known')
    expect((await send('RP1 first', animal('RP1'), { seed: 2 })).outcome).toBe('held')
    expect((await findGroup('RP1')).entryIds).toEqual(group.entryIds)
    expect((await listEvents('tray.undo'))[0]).toMatchObject({ before: { decision: 'replace' } })
    // Decided again, it replaces the image again.
    await decide(await findGroup('RP1'), 'replace')
    expect((await listImages('RP1'))[0]?.filePath).not.toBe(before?.filePath)
  })

  test('that replaced it stays if the image was corrected or replaced since', async () => {
    const { before, group } = await differ('RP2')
    const made = await decide(group, 'replace')
    await send('RP2 first', animal('RP2'), { seed: 3 })
    const second = await findGroup('RP2')
    const later = await decide(second, 'replace')
    const refused = await undo(group, made)
    expect(refused).toRefuse('tray/later')
    expect(refused.error.message).toContain(tray.server.first.users.clinicAdmin.username)
    expect((await undo(second, later)).status).toBe(200)
    expect((await undo(group, made)).status).toBe(200)
    expect(await listImages('RP2')).toEqual([before])
  })

  test('that was kept beside it goes back to the tray', async () => {
    const { before, group } = await differ('RP3')
    const made = await decide(group, 'keep-both')
    expect(await listImages('RP3')).toHaveLength(2)
    expect((await undo(group, made)).status).toBe(200)
    expect(await listImages('RP3')).toEqual([before])
    expect((await findGroup('RP3')).entryIds).toEqual(group.entryIds)
  })

  test('is a question of its own, of which one replaces the image and the others wait', async () => {
    const { group } = await differ('RP4')
    for (const seed of [3, 4])
      expect((await send('RP4 first', animal('RP4'), { seed })).outcome).toBe('held')
    const groups = await listOf('RP4')
    expect(groups.map(({ entryIds, others }) => [entryIds.length, others])).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ])
    const entryIds = groups.flatMap((one) => one.entryIds)
    const all = { body: { entryIds, decision: 'replace' as const } }
    expect(await tray.server.call(routes.tray.decide, all, tray.tokens.admin)).toRefuse(
      'tray/several-pictures',
    )
    const [, second] = groups
    if (!second) throw new Error('no second picture')
    await decide(second, 'replace')
    expect((await listOf('RP4')).map(({ id }) => id)).toEqual([group.id, groups[2]?.id])
  })
})

test('a decision about a file that was stored meanwhile is undone, and the image stays', async () => {
  await send('SM1 bob', other('SM1'))
  const file = animal('SM1')
  expect((await send('SM1 ada', file)).outcome).toBe('held')
  // Another user corrects the animal, and the sender tries again.
  await tray.server.unscopedDb
    .updateTable('patient')
    .set({ name: 'Ada', search: 'ada', birthDate: '2020-01-01', ownerId: null })
    .where('id', '=', (await findPatient('SM1')).id)
    .execute()
  expect((await send('SM1 ada', file)).outcome).toBe('stored')
  const group = await findGroup('SM1')
  const made = await decide(group, 'assign', { patientDatabaseId: (await findPatient('SM1')).id })
  expect(await listImages('SM1')).toHaveLength(2)
  const reply = await undo(group, made)
  expect([reply.status, reply.body]).toEqual([
    200,
    { waiting: 1, followed: 0, staying: 0, stayingStudies: [] },
  ])
  expect(await listImages('SM1')).toHaveLength(2)
  expect(await findGroup('SM1')).toMatchObject({ entryIds: group.entryIds, decision: null })
})
