import { routes } from '@talus/contract'
import { readDicom } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import { expect, test } from 'vitest'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { setUpImports } from '../../../testing/images/import-fixture.ts'

const imports = setUpImports()

const nameless = {
  PatientID: '',
  PatientName: '',
  PatientBirthDate: '',
  PatientSex: '',
  PatientSpeciesDescription: '',
  ResponsiblePerson: '',
}

/** A radiograph of a nameless animal, in a study of its own. */
const create = (name: string, attributes: Attributes = {}) =>
  createRadiograph(name, {
    ...nameless,
    StudyInstanceUID: toUid(`study ${name}`),
    SeriesInstanceUID: toUid(`series ${name}`),
    SOPInstanceUID: toUid(`image ${name}`),
    ...attributes,
  })

async function importImage(name: string, attributes: Attributes = {}) {
  await imports.importOutcomes(create(name, attributes))
  const image = await imports.findImage(toUid(`image ${name}`))
  if (!image) throw new Error('nothing was imported')
  return image
}

/** The file as it leaves the clinic. */
async function download(id: number): Promise<Uint8Array> {
  const admin = await imports.server.createToken(imports.server.first.users.clinicAdmin.id)
  const reply = await imports.server.app.inject({
    url: `${imports.server.config.apiBase}image/${id}`,
    headers: { authorization: `Bearer ${admin}` },
  })
  expect(reply.statusCode).toBe(200)
  return new Uint8Array(reply.rawPayload)
}

const findReceived = (name: string) =>
  imports.findImage(toUid(`image ${name}`), imports.server.second.id)

/** Sends a file to the second clinic, as a peer would do. */
async function sendToSecond(bytes: Uint8Array) {
  const by = await imports.server.createToken(imports.server.second.users.clinicAdmin.id)
  const { lines } = await imports.send(bytes, { by })
  return lines.map(({ outcome }) => outcome)
}

test('a nameless animal of one clinic is not mixed up with that of another', async () => {
  const one = await importImage('first')
  expect(one).toMatchObject({ patientNumber: 'UNNAMED-1', patientName: 'Unnamed 1' })
  expect(await sendToSecond(create('own'))).toEqual(['stored'])
  const own = await findReceived('own')
  expect(own?.patientNumber).toBe('UNNAMED-1')

  const left = await download(one.id)
  expect(readDicom(left).identity).toMatchObject({ patientId: '', patientName: '' })
  expect(Buffer.from(left).equals(create('first'))).toBe(true)
  expect(await sendToSecond(left)).toEqual(['stored'])
  const received = await findReceived('first')
  expect(received?.patientNumber).toBe('UNNAMED-2')
  expect(received?.patientDatabaseId).not.toBe(own?.patientDatabaseId)
})

test('the same is true for objects that an earlier version sent, with or without an issuer', async () => {
  const own = await importImage('known')
  for (const [name, IssuerOfPatientID] of [
    ['from earlier', ''],
    ['with issuer', 'OTHER'],
  ] as const) {
    const attributes = { PatientID: own.patientNumber, IssuerOfPatientID }
    const image = await importImage(name, attributes)
    expect(image.patientDatabaseId).not.toBe(own.patientDatabaseId)
    // The object is of the animal that it was filed under, and keeps what it says about it.
    const { identity, dataSet } = readDicom(await download(image.id))
    expect(identity.patientId).toBe('')
    expect(dataSet.text(0x00_10_10_10)).toBe(readDicom(create(name)).dataSet.text(0x00_10_10_10))
  }
})

test('an animal with a name and a generated ID is found by its names alone', async () => {
  const names = { PatientName: 'Roy^Alma', ResponsiblePerson: 'Roy', PatientBirthDate: '20200101' }
  const alma = await importImage('alma', names)
  expect(alma.patientNumber).toMatch(/^NO-ID-\d+$/u)
  const PatientID = alma.patientNumber
  const other = await importImage('other', {
    PatientID,
    PatientName: 'Gagnon^Bruno',
    ResponsiblePerson: 'Gagnon',
  })
  expect(other).toMatchObject({ patientName: 'Bruno' })
  const nobody = await importImage('nobody', { PatientID })
  expect(nobody.patientNumber).toMatch(/^UNNAMED-\d+$/u)
  const same = await importImage('alma again', { ...names, PatientID: 'NO-ID-987' })
  expect(same.patientDatabaseId).toBe(alma.patientDatabaseId)
  const younger = await importImage('younger', {
    ...names,
    PatientID,
    PatientBirthDate: '20240101',
  })
  expect(younger.patientDatabaseId).not.toBe(alma.patientDatabaseId)
})

test('a name that a clinic gave to a nameless animal says nothing in another one', async () => {
  const owner = { ResponsiblePerson: 'Caron' }
  const own = await importImage('with owner', owner)
  const number = own.patientNumber.replace(/\D+/u, '')
  const other = await importImage('other with owner', {
    ...owner,
    PatientName: `Caron^Unnamed ${number}`,
  })
  expect(other.patientDatabaseId).not.toBe(own.patientDatabaseId)
})

test('objects that return are known by their study and their own UID', async () => {
  const first = await importImage('returning')
  expect(await imports.importOutcomes(await download(first.id))).toEqual(['known'])
  // A peer of an earlier version returns the ID that it received, or the one that it gave.
  for (const PatientID of ['', first.patientNumber, 'UNNAMED-4711'])
    expect(
      await importImage(`returning ${PatientID}`, {
        PatientID,
        StudyInstanceUID: toUid('study returning'),
      }),
    ).toMatchObject({ patientDatabaseId: first.patientDatabaseId })
})

test('a study that is moved to a nameless animal leaves without an ID', async () => {
  const nobody = await importImage('moved to')
  const moved = await importImage('moved', { PatientID: 'M-1', PatientName: 'Roy^Moved' })
  const admin = await imports.server.createToken(imports.server.first.users.clinicAdmin.id)
  const query = { studyId: moved.studyId, patientId: nobody.patientDatabaseId }
  const { revision } = (await imports.server.call(routes.reassign.compareStudy, { query }, admin))
    .body
  const body = { ...query, revision }
  expect((await imports.server.call(routes.reassign.moveStudy, { body }, admin)).status).toBe(200)
  const { identity } = readDicom(await download(moved.id))
  expect(identity.patientId).toBe('')
  expect(identity.patientName).not.toContain('Moved')
})
