import { caseStatus, routes } from '@talus/contract'
import type { CaseId, PatientId, Reassignment, StudyId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitConsultCase } from '../../testing/cases/consult-case.ts'
import { openCaseFixture } from '../../testing/server/case-fixture.ts'
import type { CaseFixture } from '../../testing/server/case-fixture.ts'

let cases: CaseFixture
beforeAll(async () => {
  cases = await openCaseFixture()
})
afterAll(() => cases.close())

const { reassign, radCase } = routes
const admin = () => cases.token('clinicAdmin')
type Reply = Promise<{ readonly status: number }>

/** The revisions that open pages watch: of radiologists, of the clinic, and of another clinic. */
async function readRevisions() {
  const rows = await cases.unscopedDb.selectFrom('caseRevision').selectAll().execute()
  const revisions = new Map(rows.map(({ scope, revision }) => [scope, revision]))
  return [0, cases.first.id, cases.second.id].map((scope) => revisions.get(scope) ?? 0)
}
/** Whether each revision grew, and the animals that the case names afterwards. */
async function observe(id: CaseId, change: () => Reply) {
  const before = await readRevisions()
  expect((await change()).status).toBe(200)
  const grown = (await readRevisions()).map((revision, index) => revision > (before[index] ?? 0))
  const { body } = await cases.call(radCase.one, { params: { id } }, cases.token('owner'))
  return [body.patientName, body.registeredPatient?.name, ...grown]
}
async function addPatient(name: string): Promise<PatientId> {
  const body = { name, ownerId: cases.first.records.ownerId, speciesId: 1 }
  const reply = await cases.call(routes.patient.create, { body }, admin())
  expect(reply.status).toBe(200)
  return reply.body.id
}
async function move(studyId: StudyId, patientId: PatientId) {
  const query = { studyId, patientId }
  const { revision } = (await cases.call(reassign.compareStudy, { query }, admin())).body
  return cases.call(reassign.moveStudy, { body: { ...query, revision } }, admin())
}
async function merge(keepId: PatientId, mergeId: PatientId) {
  const query = { keepId, mergeId }
  const { revision } = (await cases.call(reassign.comparePatients, { query }, admin())).body
  const body = { ...query, revision, take: ['name' as const] }
  return cases.call(reassign.mergePatients, { body }, admin())
}
async function finishCase() {
  const { caseId, studyId } = await submitConsultCase(cases, {
    clinicId: cases.first.id,
    token: cases.token('doctor'),
    doctorId: cases.first.records.doctorId,
  })
  await cases.unscopedDb
    .updateTable('radCase')
    .set({ status: caseStatus.finalized, radiologistId: cases.ids.owner })
    .where('id', '=', caseId)
    .execute()
  return { id: caseId, studyId }
}
const undo = ({ id }: Reassignment) => cases.call(reassign.undo, { params: { id } }, admin())

test('open pages load a finished case again when its study gets another animal, or the animal another name', async () => {
  const { id, studyId } = await finishCase()
  const [luna, other] = [await addPatient('Luna'), await addPatient('Luna the second')]
  const listNewest = async () =>
    (await cases.call(reassign.history, { query: { patientId: luna } }, admin())).body[0]
  const undoNewest = async () => {
    const newest = await listNewest()
    return newest ? undo(newest) : { status: 0 }
  }
  const seen = [true, true, false]
  const before = await cases.call(radCase.one, { params: { id } }, cases.token('owner'))
  const first = before.body.registeredPatient?.name
  expect(await observe(id, () => move(studyId, luna))).toEqual(['Étoile', 'Luna', ...seen])
  expect(await observe(id, undoNewest)).toEqual(['Étoile', first, ...seen])
  await move(studyId, luna)
  // The record that remains takes over the name of the merged one.
  const merged = await observe(id, () => merge(luna, other))
  expect(merged).toEqual(['Étoile', 'Luna the second', ...seen])
  expect(await observe(id, undoNewest)).toEqual(['Étoile', 'Luna', ...seen])
  expect(await observe(id, () => merge(other, luna))).toEqual(['Étoile', 'Luna', ...seen])
  expect(await observe(id, undoNewest)).toEqual(['Étoile', 'Luna', ...seen])
  const body = {
    id: luna,
    name: 'Lune',
    ownerId: cases.first.records.ownerId,
    speciesId: 1,
  }
  const rename = () => cases.call(routes.patient.update, { body }, admin())
  expect(await observe(id, rename)).toEqual(['Étoile', 'Lune', ...seen])
})

test('a change of an animal without cases leaves pages of cases alone', async () => {
  const [one, other] = [await addPatient('Solo'), await addPatient('Sola')]
  const before = await readRevisions()
  expect((await merge(one, other)).status).toBe(200)
  expect(await readRevisions()).toEqual(before)
})
