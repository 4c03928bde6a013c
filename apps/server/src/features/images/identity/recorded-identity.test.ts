import { routes } from '@talus/contract'
import type { ImageId, PatientId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImageFile } from '../../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { createClinicWithImages } from '../../../testing/images/clinic-with-images.ts'
import type { ClinicWithImages } from '../../../testing/images/clinic-with-images.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let clinic: ClinicWithImages
beforeAll(async () => {
  server = await startTestServer()
  clinic = await createClinicWithImages(server, 'Corrections')
})
afterAll(() => server.close())

const inFile = {
  PatientName: 'Rex^Owner',
  ResponsiblePerson: 'Owner^Anne',
  PatientSpeciesDescription: 'CHIEN',
}

const update = (patientId: PatientId, changes: object) =>
  server.unscopedDb.updateTable('patient').set(changes).where('id', '=', patientId).execute()

/** An image of the dog Rex of Anne Owner; its file and its records agree. */
async function addImageOfRex(code: string) {
  const ownerId = await clinic.addOwner('Anne Owner')
  const patientId = await clinic.addPatient('Rex', code, ownerId)
  const bytes = createImageFile(
    {
      columns: 2,
      rows: 2,
      more: [
        [0x00_10_00_20, 'LO', code],
        [0x00_10_22_01, 'LO', inFile.PatientSpeciesDescription],
        [0x00_10_22_97, 'PN', inFile.ResponsiblePerson],
      ],
    },
    Uint8Array.from({ length: 8 }),
  )
  const imageId = await clinic.addImage({ studyId: await clinic.addStudy(patientId), bytes })
  return { imageId, patientId, ownerId }
}

const readMetadata = async (id: ImageId, tags?: '1') => {
  const reply = await server.call(
    routes.image.metadata,
    { params: { id }, query: tags ? { tags } : {} },
    clinic.token,
  )
  expect(reply.status).toBe(200)
  return reply.body
}

test('a file that agrees with the records is described verbatim', async () => {
  const { imageId } = await addImageOfRex('A-1')
  expect(await readMetadata(imageId)).toMatchObject({ ...inFile, PatientID: 'A-1' })
})

test('a corrected patient is shown instead of the one in the file', async () => {
  const { imageId, patientId } = await addImageOfRex('A-2')
  await update(patientId, { name: 'Mistigri', patientId: 'A-20', speciesId: 2 })
  expect(await readMetadata(imageId)).toMatchObject({
    PatientName: 'Anne Owner^Mistigri',
    PatientID: 'A-20',
    ResponsiblePerson: inFile.ResponsiblePerson,
    PatientSpeciesDescription: 'Feline',
  })
})

test('a corrected, another or a removed owner is shown instead of the one in the file', async () => {
  const { imageId, patientId, ownerId } = await addImageOfRex('A-3')
  await server.unscopedDb
    .updateTable('owner')
    .set({ name: 'Anne Öwner' })
    .where('id', '=', ownerId)
    .execute()
  expect(await readMetadata(imageId)).toMatchObject({
    PatientName: 'Anne Öwner^Rex',
    ResponsiblePerson: 'Anne Öwner',
    PatientSpeciesDescription: 'CHIEN',
  })
  await update(patientId, { ownerId: await clinic.addOwner('Luc Roy') })
  expect(await readMetadata(imageId)).toMatchObject({
    PatientName: 'Luc Roy^Rex',
    ResponsiblePerson: 'Luc Roy',
  })
  await update(patientId, { ownerId: null })
  expect(await readMetadata(imageId)).toMatchObject({ PatientName: '^Rex', ResponsiblePerson: '' })
})

test('the list of all elements stays the content of the file', async () => {
  const { imageId, patientId } = await addImageOfRex('A-4')
  await update(patientId, { name: 'Mistigri' })
  const { tags = [], ...metadata } = await readMetadata(imageId, '1')
  expect(metadata).toMatchObject(inFile)
  expect(tags.find(({ name }) => name === 'PatientName')?.value).toBe(inFile.PatientName)
})
