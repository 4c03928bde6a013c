import { ImportLine, ReassignmentId, routes } from '@talus/contract'
import type { OwnerId, PatientId } from '@talus/contract'
import type { Attributes } from '@talus/dicom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { importFile, openDicomWebClient } from '../../testing/dicom/dicom-web-client.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.createToken(server.first.users.clinicAdmin.id)
})
afterAll(() => server.close())

const addOwner = async (name: string, more = {}) =>
  (await server.call(routes.owner.create, { body: { name, ...more } }, admin)).body.id
const addPatient = (name: string, patientId: string, ownerId: OwnerId) =>
  server.call(routes.patient.create, { body: { name, patientId, ownerId, speciesId: 1 } }, admin)
async function mergePatients(keepId: PatientId, mergeId: PatientId) {
  const query = { keepId, mergeId }
  const { revision } = (await server.call(routes.reassign.comparePatients, { query }, admin)).body
  const body = { ...query, revision }
  return (await server.call(routes.reassign.mergePatients, { body }, admin)).body.id
}
async function mergeOwners(keepId: OwnerId, mergeId: OwnerId) {
  const query = { keepId, mergeId }
  const { revision } = (await server.call(routes.reassign.compareOwners, { query }, admin)).body
  const body = { ...query, revision }
  return (await server.call(routes.reassign.mergeOwners, { body }, admin)).body.id
}
const undo = (id: number) =>
  server.call(routes.reassign.undo, { params: { id: ReassignmentId.parse(id) } }, admin)
async function send(study: string, attributes: Attributes) {
  const bytes = createRadiograph(study, {
    StudyInstanceUID: toUid(`study ${study}`),
    SeriesInstanceUID: toUid(`series ${study}`),
    PatientBirthDate: '',
    PatientSpeciesDescription: '',
    ...attributes,
  })
  return ImportLine.parse(JSON.parse((await importFile(server, admin, bytes)).body))
}
const findPatientOf = (study: string) =>
  server.unscopedDb
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .select(['patient.id', 'patient.ownerId'])
    .where('study.studyInstanceUID', '=', toUid(`study ${study}`))
    .executeTakeFirstOrThrow()
const suggestPatients = async (text: string) =>
  (await server.call(routes.patient.suggest, { query: { text } }, admin)).body.map(({ id }) => id)
const suggestOwners = async (text: string) =>
  (await server.call(routes.owner.suggest, { query: { text } }, admin)).body.map(({ id }) => id)
const searchStudies = async (search: string) =>
  (await server.call(routes.study.page, { query: { search } }, admin)).body.rows.map(
    ({ patientId }) => patientId,
  )

/** The patient IDs of the studies that QIDO-RS returns. */
const Found = z.array(
  z
    .object({ '00100020': z.object({ Value: z.tuple([z.string()]) }) })
    .transform((study) => study['00100020'].Value[0]),
)

test('the number and name of a merged animal find the animal that remains, until the merge is undone', async () => {
  const owner = await addOwner('Ann Green')
  const milo = (await addPatient('Milo', 'MG-1', owner)).body.id
  const mylo = (await addPatient('Mylo', 'MG-2', owner)).body.id
  const zero = (await addPatient('Mylord', 'MG-0', owner)).body.id
  await send('milo', { PatientID: 'MG-1', PatientName: 'Green^Milo', ResponsiblePerson: '' })
  const inner = await mergePatients(mylo, zero)
  const merged = await mergePatients(milo, mylo)
  const client = await openDicomWebClient(server, admin)
  const query = async (key: string) => {
    const { status, body } = await client.send(`/studies?${key}`)
    return status === 204 ? [] : Found.parse(JSON.parse(body.toString()))
  }
  for (const text of ['MG-2', 'MG-0', 'Mylo', 'Mylord']) {
    expect(await searchStudies(text)).toEqual(['MG-1'])
    expect(await suggestPatients(text)).toEqual([milo])
  }
  expect(await suggestOwners('Mylord')).toEqual([owner])
  for (const key of ['PatientID=MG-2', 'PatientID=MG-0', 'PatientID=MG-*', 'PatientName=Mylo'])
    expect(await query(key)).toEqual(['MG-1'])
  expect(await query('PatientID=MG-3')).toEqual([])

  const again = await addPatient('Mylo', 'MG-2', owner)
  expect(again).toRefuse('reassign/number-merged')
  expect(again.error).toMatchObject({
    message: expect.stringContaining('Milo (MG-1)'),
    conflicts: ['patientId'],
  })

  expect((await undo(merged)).status).toBe(200)
  for (const text of ['MG-2', 'MG-0', 'Mylord']) {
    expect(await searchStudies(text)).toEqual([])
    expect(await suggestPatients(text)).toEqual([mylo])
  }
  expect(await query('PatientID=MG-2')).toEqual([])
  await undo(inner)
  expect(await suggestPatients('MG-0')).toEqual([zero])
})

test('the name, phone and e-mail of a merged owner find the owner that remains', async () => {
  const keep = await addOwner('Marie Keep', { phone: '438-555-0991' })
  const other = await addOwner('Maria Kipp', { phone: '438-555-0777', email: 'kipp@example.com' })
  const { id, patientId } = (await addPatient('Filou', 'OW-1', other)).body
  await send('filou', { PatientID: patientId, PatientName: 'Filou', ResponsiblePerson: '' })
  const merged = await mergeOwners(keep, other)
  for (const text of ['Maria Kipp', '438-555-0777', 'kipp@example.com'])
    expect(await suggestOwners(text)).toEqual([keep])
  expect(await suggestPatients('kipp')).toEqual([id])
  expect(await searchStudies('kipp')).toEqual(['OW-1'])
  expect((await undo(merged)).status).toBe(200)
  expect(await suggestOwners('438-555-0777')).toEqual([other])
  expect(await suggestOwners('keep')).toEqual([keep])
})

test('a file without an ID that names a merged owner or animal belongs to the records that remain', async () => {
  const keep = await addOwner('Paul Stay')
  const other = await addOwner('Pol Stei')
  const rolf = (await addPatient('Rolf', 'NA-1', other)).body.id
  const merged = await mergeOwners(keep, other)
  const named = { PatientID: '', ResponsiblePerson: 'Pol Stei' }
  await send('known', { ...named, PatientName: 'Pol Stei^Rolf' })
  expect(await findPatientOf('known')).toEqual({ id: rolf, ownerId: keep })
  // A new animal of the merged owner gets the owner that remains, and leaves with the other one.
  await send('unknown', { ...named, PatientName: 'Pol Stei^Brutus' })
  expect((await findPatientOf('unknown')).ownerId).toBe(keep)
  await addPatient('Handmade', 'NA-2', keep)
  expect((await undo(merged)).body).toMatchObject({ followed: 1, staying: 1 })
  expect((await findPatientOf('unknown')).ownerId).toBe(other)

  const rolfo = (await addPatient('Rolfo', 'NA-3', other)).body.id
  await mergePatients(rolf, rolfo)
  await send('by name', { ...named, PatientName: 'Pol Stei^Rolfo' })
  expect((await findPatientOf('by name')).id).toBe(rolf)
})
