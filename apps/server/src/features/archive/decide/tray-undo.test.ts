import { routes, StudyId } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { toUid } from '../../../testing/dicom/dicom-objects.ts'
import { animal, otherAnimal, setUpTrayUndo } from '../../../testing/archive/tray-undo-fixture.ts'

const { tray, listOf, listImages, decide, undo, listEvents } = setUpTrayUndo()
const { send, findGroupOfNumber: findGroup, findPatient } = tray

/** The study of Bob has an image of Ada, which a user files there. */
async function assignWrongly(prefix: string) {
  const [a, b] = [`${prefix}-A`, `${prefix}-B`]
  await send(`${prefix} ada`, animal(a))
  await send(`${prefix} bob`, otherAnimal(b))
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
    expect((await send('UN2 own', { ...otherAnimal(b), ...study })).outcome).toBe('stored')
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
    await send('UN3 bob', otherAnimal('UN3-B'))
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
    await send('UN9 bob', otherAnimal(b))
    await send('UN9 ada', animal(a))
    expect((await send('UN9 swapped', { ...otherAnimal(a) })).outcome).toBe('held')
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
