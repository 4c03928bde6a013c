import { routes } from '@talus/contract'
import type { CaseId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caseTexts, openCaseFixture } from '../../testing/server/case-fixture.ts'
import type { CaseFixture } from '../../testing/server/case-fixture.ts'

let cases: CaseFixture
beforeAll(async () => {
  cases = await openCaseFixture()
})
afterAll(() => cases.close())

const { radCase } = routes
const params = (id: CaseId) => ({ params: { id } })
const hour = 3_600_000

describe('submitting', () => {
  test('a case without its required fields is refused with the texts of the specification', async () => {
    const reply = await cases.call(
      radCase.submitCase,
      {
        form: {
          fields: {
            model: JSON.stringify({ studyId: cases.first.records.studyId }),
            imageIds: '[]',
          },
        },
      },
      cases.token('doctor'),
    )
    expect(reply).toRefuse('request/invalid')
    expect(reply.error.fields).toEqual({
      referringVeterinarianId: 'Referring Veterinarian is required.',
      patientName: 'Patient Name is required.',
      breedId: 'Breed is required.',
      speciesId: 'Species is required.',
      modality: 'Modality is required.',
      birthDate: 'birthDate is required.',
      imageIds: 'Select at least one image.',
    })
  })

  test('an incomplete draft is kept, found by its study and sent later', async () => {
    const { studyId, imageId } = cases.first.records
    const form = { fields: { model: JSON.stringify({ studyId }), imageIds: '[]' } }
    const draft = await cases.call(radCase.save, { form }, cases.token('doctor'))
    expect([draft.status, draft.body.status, draft.body.dueOn]).toEqual([200, 0, null])
    const found = await cases.call(
      radCase.ofStudy,
      { params: { studyId } },
      cases.token('clinicAdmin'),
    )
    expect(found.body[0]).toMatchObject({ id: draft.body.id, status: 0, imageIds: [] })
    // Radiologists do not know of it.
    expect(await cases.call(radCase.one, params(draft.body.id), cases.token('owner'))).toRefuse(
      'record/not-found',
    )
    const stale = cases.createForm({ id: draft.body.id, version: 99 })
    expect(await cases.call(radCase.submit, { form: stale }, cases.token('doctor'))).toRefuse(
      'record/changed-meanwhile',
    )
    const sent = await cases.call(
      radCase.submit,
      { form: cases.createForm({ id: draft.body.id, version: draft.body.version }) },
      cases.token('doctor'),
    )
    expect(sent.body).toMatchObject({
      id: draft.body.id,
      status: 1,
      submitOn: cases.clock().toISOString(),
      dueOn: new Date(cases.clock().getTime() + 24 * hour).toISOString(),
    })
    const { body } = await cases.call(radCase.one, params(draft.body.id), cases.token('owner'))
    expect(body).toMatchObject({ imageIds: [imageId], breed: 'Eurasier', patientName: 'Bella' })
  })

  test('a case keeps whether the patient is neutered beside the answer of its form', async () => {
    const setNeutered = (neutered: boolean) =>
      cases.unscopedDb
        .updateTable('patient')
        .set({ neutered })
        .where('id', '=', cases.first.records.patientId)
        .execute()
    try {
      for (const neutered of [true, false]) {
        await setNeutered(neutered)
        const form = cases.createForm({ spayed: !neutered })
        const { body } = await cases.call(radCase.submitCase, { form }, cases.token('doctor'))
        expect(body).toMatchObject({ neutered, spayed: !neutered })
      }
    } finally {
      await setNeutered(false)
    }
  })

  test('a form that is sent twice makes one case', async () => {
    const form = cases.createForm({}, '00000000-0000-4000-8000-000000000042')
    const [one, two] = [
      await cases.call(radCase.submitCase, { form }, cases.token('doctor')),
      await cases.call(radCase.submitCase, { form }, cases.token('doctor')),
    ]
    expect([one.status, two.status, two.body.id]).toEqual([200, 200, one.body.id])
  })

  test('images, veterinarians and radiologists of others are refused', async () => {
    const { records } = cases.second
    const send = (form: object) =>
      cases.call(radCase.submitCase, { form: form as never }, cases.token('doctor'))
    const { fields } = cases.createForm()
    expect(
      (await send({ fields: { ...fields, imageIds: JSON.stringify([records.imageId]) } })).error
        .fields,
    ).toHaveProperty('imageIds')
    expect(
      (await send(cases.createForm({ referringVeterinarianId: records.doctorId }))).error.fields,
    ).toHaveProperty('referringVeterinarianId')
    expect(
      (await send(cases.createForm({ requestedRadiologistId: cases.ids.doctor }))).error.fields,
    ).toHaveProperty('requestedRadiologistId')
    expect(await send(cases.createForm({ studyId: records.studyId }))).toRefuse('record/not-found')
  })

  test('study types are those of the list', async () => {
    const send = (studyTypes: string) =>
      cases.call(
        radCase.submitCase,
        { form: cases.createForm({ studyTypes }) },
        cases.token('doctor'),
      )
    const refused = await send('Thorax, Tail wag')
    expect(refused).toRefuse('request/invalid')
    expect(refused.error.fields).toHaveProperty('studyTypes')
    expect((await send('Thorax, Abdomen')).status).toBe(200)
  })
})

test('a case is taken, asked about, answered and reported, and the clock stands still meanwhile', async () => {
  const id = await cases.createCase()
  const dueOn = Date.parse((await cases.findCase(id)).dueOn ?? '')
  expect((await cases.take(id, 'owner')).body).toMatchObject({
    status: 2,
    radiologistId: cases.ids.owner,
  })
  const loser = await cases.take(id, 'colleague')
  expect(loser).toRefuse('case/taken')
  expect(loser.error.radCase).toEqual({ status: 2, owner: 'Test rad.owner' })
  expect(loser.error.message).toContain('rad.owner')

  cases.advanceClock(hour)
  const ask = (by: 'owner' | 'doctor', notes: string) =>
    cases.call(
      radCase.requestMore,
      { body: { caseId: id, notes, isRadiologist: by === 'owner' } },
      cases.token(by),
    )
  expect((await ask('owner', 'A left lateral?')).body).toMatchObject({
    status: 3,
    requestMoreInfoMessage: 'A left lateral?',
    pausedSince: cases.clock().toISOString(),
  })
  cases.advanceClock(5 * hour)
  expect((await ask('doctor', 'Attached.')).body).toMatchObject({
    status: 2,
    radiologistId: cases.ids.owner,
    pausedSince: null,
    dueOn: new Date(dueOn + 5 * hour).toISOString(),
  })
  const final = await cases.submit(id)
  expect(final.body).toMatchObject({ status: 4, ...caseTexts, reportVersion: 1 })
  expect(await cases.findCase(id)).toMatchObject({
    turnaroundMs: hour,
    isInTime: true,
    questionCount: 1,
    answerCount: 1,
  })
  const thread = await cases.call(radCase.thread, params(id), cases.token('doctor'))
  expect(thread.body.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'question: A left lateral?',
    'answer: Attached.',
  ])
  const history = await cases.call(radCase.history, params(id), cases.token('owner'))
  expect(history.body.map(({ action, toStatus }) => `${action} ${toStatus}`)).toEqual([
    'submit 1',
    'take 2',
    'requestMore 3',
    'answer 2',
    'finalize 4',
  ])
})

test('a message that is sent twice is stored and announced once, and again some minutes later', async () => {
  const id = await cases.createCase(4)
  const write = (by: 'doctor' | 'owner') =>
    cases.call(
      radCase.writeMessage,
      { ...params(id), body: { text: 'Thank you.' } },
      cases.token(by),
    )
  const countNotices = async () => {
    const rows = await cases.unscopedDb
      .selectFrom('caseNotice')
      .select('id')
      .where('caseId', '=', id)
      .where('kind', '=', 'message')
      .execute()
    return rows.length
  }
  // A double click: both requests arrive before the first is answered.
  const [first, second] = await Promise.all([write('doctor'), write('doctor')])
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body).toEqual(first.body)
  const noticesOfOne = await countNotices()
  expect(noticesOfOne).toBeGreaterThan(0)
  // The answer was lost, and the page sends the same again.
  expect((await write('doctor')).body).toEqual(first.body)
  expect(await countNotices()).toBe(noticesOfOne)
  expect((await write('owner')).body.id).not.toBe(first.body.id)
  expect((await write('doctor')).body.id).not.toBe(first.body.id)
  cases.advanceClock(6 * 60_000)
  const later = await write('doctor')
  const thread = await cases.call(radCase.thread, params(id), cases.token('doctor'))
  expect(thread.body).toHaveLength(4)
  expect(thread.body.at(-1)?.id).toBe(later.body.id)
})

test('a question through the mailbox of another clinic is refused', async () => {
  const id = await cases.createCase(2)
  const body = { caseId: id, notes: 'More?', isRadiologist: true }
  const send = (configId: number) =>
    cases.call(radCase.requestMore, { body: { ...body, configId } }, cases.token('owner'))
  expect(await send(cases.second.records.emailConfigId)).toRefuse('record/not-found')
  expect((await send(cases.first.records.emailConfigId)).status).toBe(200)
})

describe('texts', () => {
  const save = (id: CaseId, version: number, texts: object = caseTexts) =>
    cases.call(
      radCase.saveDraft,
      { ...params(id), body: { ...caseTexts, ...texts, version } },
      cases.token('owner'),
    )

  test('a draft is saved with its version, and a save from another window overwrites nothing', async () => {
    const id = await cases.createCase(2)
    expect((await save(id, 0)).body.version).toBe(1)
    // The answer was lost, and the page sends the same again.
    expect((await save(id, 0)).body.version).toBe(1)
    expect(await save(id, 0, { findings: 'Other' })).toRefuse('case/draft-changed')
    expect((await save(id, 1, { findings: 'More' })).body.version).toBe(2)
    const { body } = await cases.call(radCase.draft, params(id), cases.token('owner'))
    expect(body).toMatchObject({ version: 2, findings: 'More' })
    expect(await cases.submit(id, 'owner', { draftVersion: '1' })).toRefuse('case/draft-changed')
    expect((await cases.submit(id, 'owner', { draftVersion: '2' })).status).toBe(200)
  })

  test('a text that is too long for a report is saved as a draft and refused only when submitted', async () => {
    const id = await cases.createCase(2)
    const interpretation = '🐕'.repeat(501)
    expect((await save(id, 0, { interpretation })).body.version).toBe(1)
    const { body } = await cases.call(radCase.draft, params(id), cases.token('owner'))
    expect(body.interpretation).toBe(interpretation)
    const refused = await cases.submit(id, 'owner', { interpretation })
    expect(refused.status).toBe(400)
    expect((await cases.findCase(id)).status).toBe(2)
  })

  test('the draft stays with its author when the case is given to another, and comes back with it', async () => {
    const id = await cases.createCase(2)
    await save(id, 0)
    const assign = (radiologist: 'owner' | 'colleague', by: 'owner' | 'superAdmin') =>
      cases.call(
        radCase.assign,
        { ...params(id), body: { radiologistId: cases.ids[radiologist] } },
        cases.token(by),
      )
    expect((await assign('colleague', 'owner')).body.radiologistId).toBe(cases.ids.colleague)
    const other = await cases.call(radCase.draft, params(id), cases.token('colleague'))
    expect(other.body).toMatchObject({ version: 0, findings: '' })
    expect(await save(id, 1)).toRefuse('case/taken')
    expect((await assign('owner', 'superAdmin')).status).toBe(200)
    const own = await cases.call(radCase.draft, params(id), cases.token('owner'))
    expect(own.body).toMatchObject({ version: 1, ...caseTexts })
  })

  test('an addendum is a further version, and the report stays byte for byte', async () => {
    const id = await cases.createCase(2)
    await cases.submit(id, 'owner', { findings: 'Line one\r\nline two ' })
    const add = (reportVersion: number) =>
      cases.call(
        radCase.addAddendum,
        { ...params(id), body: { text: 'The left one.', reason: 'Side', reportVersion } },
        cases.token('owner'),
      )
    expect((await add(1)).body).toMatchObject({ status: 4, reportVersion: 2 })
    expect(await add(1)).toRefuse('record/changed-meanwhile')
    const { body } = await cases.call(radCase.versions, params(id), cases.token('doctor'))
    expect(body).toMatchObject([
      { version: 1, findings: 'Line one\nline two ', addendum: '', authorName: 'Test rad.owner' },
      { version: 2, findings: '', addendum: 'The left one.', reason: 'Side' },
    ])
    expect((await cases.findCase(id)).findings).toBe('Line one\nline two ')
  })

  test('an empty report is refused, and so is one character too many', async () => {
    const id = await cases.createCase(2)
    expect(
      (await cases.submit(id, 'owner', { findings: ' ', interpretation: '' })).error.fields,
    ).toHaveProperty('findings')
    const long = 'x\r\n'.repeat(600)
    expect(await cases.submit(id, 'owner', { findings: `${long}x` })).toRefuse('request/invalid')
    expect((await cases.submit(id, 'owner', { findings: long })).status).toBe(200)
  })
})

test('images are rated, and the clinic sees it at the study', async () => {
  const id = await cases.createCase(2)
  const { imageId, studyId } = cases.first.records
  const rate = (image: number) =>
    cases.call(
      radCase.rateImage,
      { params: { id, imageId: image }, body: { faults: ['motion', 'exposure'] } },
      cases.token('owner'),
    )
  expect(await rate(cases.second.records.imageId)).toRefuse('record/not-found')
  expect((await rate(imageId)).status).toBe(200)
  const { body } = await cases.call(
    radCase.feedbackOfStudy,
    { params: { studyId } },
    cases.token('doctor'),
  )
  expect(body).toContainEqual(
    expect.objectContaining({ caseId: id, imageId, faults: ['exposure', 'motion'] }),
  )
})

test('a page says who else has the case open, and since when', async () => {
  const id = await cases.createCase(2)
  const since = cases.clock().toISOString()
  const open = (by: 'owner' | 'doctor') => cases.call(radCase.openPage, params(id), cases.token(by))
  expect((await open('owner')).body).toEqual([])
  cases.advanceClock(20_000)
  expect((await open('doctor')).body).toEqual([
    { userId: cases.ids.owner, name: 'Test rad.owner', since },
  ])
  cases.advanceClock(61_000)
  expect((await open('doctor')).body).toEqual([])
  await open('owner')
  await cases.call(radCase.closePage, params(id), cases.token('owner'))
  expect((await open('doctor')).body).toEqual([])
})

test('a case that is not new is not deleted, and a deleted one disappears for radiologists', async () => {
  const [taken, fresh] = [await cases.createCase(2), await cases.createCase()]
  const remove = (id: CaseId) => cases.call(radCase.remove, params(id), cases.token('clinicAdmin'))
  const refused = await remove(taken)
  expect(refused).toRefuse('case/not-deletable')
  expect([refused.status, refused.error.message]).toEqual([400, 'Case can not be deleted'])
  expect((await remove(fresh)).status).toBe(204)
  expect(await cases.call(radCase.one, params(fresh), cases.token('owner'))).toRefuse(
    'record/not-found',
  )
  const list = await cases.call(radCase.list, {}, cases.token('clinicAdmin'))
  expect(list.body.find(({ id }) => id === fresh)).toMatchObject({ status: 1, isDeleted: true })
})

test('a cancelled case is reopened by an administrator with a new clock', async () => {
  const id = await cases.createCase(2)
  const cancel = (body: { readonly reason: string }) =>
    cases.call(radCase.cancel, { body: { caseId: id, ...body } }, cases.token('owner'))
  expect(await cancel({ reason: ' ' })).toRefuse('request/invalid')
  expect((await cancel({ reason: 'Wrong animal' })).body).toMatchObject({
    status: 5,
    cancelReason: 'Wrong animal',
  })
  cases.advanceClock(3 * hour)
  const reopened = await cases.call(
    radCase.reopen,
    { ...params(id), body: { reason: 'Right after all' } },
    cases.token('clinicAdmin'),
  )
  expect(reopened.body).toMatchObject({
    status: 1,
    radiologistId: null,
    submitOn: cases.clock().toISOString(),
    dueOn: new Date(cases.clock().getTime() + 24 * hour).toISOString(),
  })
})
