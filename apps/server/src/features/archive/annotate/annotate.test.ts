import { buffer } from 'node:stream/consumers'
import { ImportLine, routes } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import { readDicom, tags } from '@talus/dicom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.clinicAdmin.id)
})
afterAll(() => server.close())

async function importImage(bytes: Buffer): Promise<ImageId> {
  const { body } = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
    payload: bytes,
  })
  const { imageId } = ImportLine.parse(JSON.parse(body))
  if (imageId === undefined) throw new Error(body)
  return imageId
}

const recordOf = (id: ImageId) =>
  server.unscopedDb
    .selectFrom('image')
    .innerJoin('imageHeader', 'imageHeader.imageId', 'image.id')
    .selectAll()
    .where('image.id', '=', id)
    .executeTakeFirstOrThrow()

async function fileOf(id: ImageId) {
  const stream = await server.files.read((await recordOf(id)).filePath)
  return stream && new Uint8Array(await buffer(stream))
}

const pixelsOf = (file: Uint8Array | undefined) =>
  file && Buffer.from(readDicom(file).dataSet.bytes(tags.pixelData) ?? [])

const annotate = (
  imageId: ImageId,
  annotation: { bodyPart: string; bodyPartView?: string },
  by = token,
) => server.call(routes.image.annotate, { body: { imageId, annotation } }, by)

test('annotating an image changes its record, its file and the stored attributes, and keeps the pixel data', async () => {
  const id = await importImage(createRadiograph('annotate', {}, { rows: 200, columns: 300 }))
  const [before, file] = [await recordOf(id), await fileOf(id)]
  const { status, body } = await annotate(id, { bodyPart: 'Abdomen', bodyPartView: 'DV' })
  expect([status, body]).toMatchObject([200, { bodyPart: 'Abdomen', bodyPartView: 'DV' }])
  const [after, changed] = [await recordOf(id), await fileOf(id)]
  const { identity, dataSet } = readDicom(changed ?? new Uint8Array())
  expect(identity).toMatchObject({ bodyPart: 'ABDOMEN', view: 'DV', patientName: 'Tremblay^Rex' })
  expect(dataSet.item(0x00_08_22_18)?.text(0x00_08_01_00)).toBe('818981001')
  expect(pixelsOf(changed)?.equals(pixelsOf(file) ?? Buffer.alloc(0))).toBe(true)
  expect(JSON.parse(after.json)).toMatchObject({ '00180015': { Value: ['ABDOMEN'] } })
  expect(after.sha256).not.toBe(before.sha256)
  // The replaced object is kept, see correct.test.ts.
  expect(await server.files.stat(before.filePath)).toBeDefined()
})

test('a body part without a DICOM code is written as text, and one that a region names gets its code', async () => {
  const id = await importImage(createRadiograph('elbow'))
  const read = async () => readDicom((await fileOf(id)) ?? new Uint8Array())
  await annotate(id, { bodyPart: 'Oreille gauche', bodyPartView: 'Flexion forcée' })
  const { identity, dataSet } = await read()
  expect(identity).toMatchObject({
    bodyPart: 'OREILLE GAUCHE',
    view: 'FLEXION FORCEE',
    seriesDescription: 'Oreille gauche Flexion forcée',
  })
  const region = dataSet.item(0x00_08_22_18)
  expect([region?.text(0x00_08_01_02), region?.text(0x00_08_01_04)]).toEqual([
    '99TALUS',
    'Oreille gauche',
  ])
  await annotate(id, { bodyPart: 'Coude gauche', bodyPartView: 'Flexion forcée' })
  const elbow = await read()
  expect(elbow.identity.bodyPart).toBe('ELBOW')
  expect(elbow.dataSet.item(0x00_08_22_18)?.text(0x00_08_01_00)).toBe('16953009')
  expect(elbow.dataSet.text(0x00_20_00_62)).toBe('L')
  const long = 'Région du coude, avec la plaie et les deux broches du côté gauche'
  await annotate(id, { bodyPart: long, bodyPartView: 'Y' })
  expect((await read()).dataSet.text(0x00_20_40_00)).toBe(`${long} Y`)
})

test('annotating a general radiograph requires a view, and the permission to annotate', async () => {
  const id = await importImage(createRadiograph('no view'))
  expect((await annotate(id, { bodyPart: 'Chest' })).status).toBe(400)
  expect((await annotate(id, { bodyPart: '', bodyPartView: 'VD' })).status).toBe(400)
  const operator = await server.createToken(server.first.users.operator.id)
  const body = { bodyPart: 'Chest', bodyPartView: 'VD' }
  expect(await annotate(id, body, operator)).toRefuse('annotation/not-own-image')
})

test('an operator may correct only images that they took in their own studies', async () => {
  const id = await importImage(createRadiograph('own image'))
  const { id: userId } = server.first.users.operator
  const operator = await server.createToken(userId)
  const correct = () => annotate(id, { bodyPart: 'Left Elbow', bodyPartView: 'ML' }, operator)
  expect(await correct()).toRefuse('annotation/not-own-image')
  await server.unscopedDb.updateTable('image').set({ userId }).where('id', '=', id).execute()
  expect(await correct()).toRefuse('annotation/not-own-image')
  const { studyId } = await recordOf(id)
  await server.unscopedDb.updateTable('study').set({ userId }).where('id', '=', studyId).execute()
  expect((await correct()).status).toBe(200)
  const staff = await server.createToken(server.first.users.staff.id)
  const body = { bodyPart: 'Chest', bodyPartView: 'VD' }
  expect(await annotate(id, body, staff)).toRefuse('annotation/not-own-image')
})

test('the side of a corrected image is the same in all attributes, and replaces that of the series', async () => {
  const id = await importImage(createRadiograph('side', { Laterality: 'R' }))
  await annotate(id, { bodyPart: 'Left Stifle', bodyPartView: 'ML' })
  const read = async () => readDicom((await fileOf(id)) ?? new Uint8Array())
  const sides = async () => {
    const { dataSet } = await read()
    const [image, series, position] = [0x00_20_00_62, 0x00_20_00_60, 0x00_18_51_01]
    return [dataSet.text(image), dataSet.element(series) !== undefined, dataSet.text(position)]
  }
  expect(await sides()).toEqual(['L', false, 'ML'])
  await annotate(id, { bodyPart: 'Chest', bodyPartView: 'RLAT' })
  expect(await sides()).toEqual(['U', false, 'LE_RTL'])
  await annotate(id, { bodyPart: 'Coude droit', bodyPartView: 'X' })
  expect(await sides()).toEqual(['R', false, 'X'])
})

test('a corrected annotation of a limb needs its side; an unchanged one and the text of a file are kept', async () => {
  const id = await importImage(createRadiograph('no side'))
  for (const [bodyPart, bodyPartView] of [
    ['Front Legs', 'LM'],
    ['Front Legs', 'LAT'],
    ['Front Legs', 'DP'],
    ['Front Legs', 'dp'],
    ['Back Legs', 'DLMPO'],
  ] as const) {
    const { status, error } = await annotate(id, { bodyPart, bodyPartView })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['annotation.bodyPart']])
  }
  const both = { bodyPart: 'Front Legs', bodyPartView: 'VD' }
  expect((await annotate(id, both)).status).toBe(200)
  const { unscopedDb } = server
  await unscopedDb.updateTable('image').set({ bodyPartView: 'LAT' }).where('id', '=', id).execute()
  expect((await annotate(id, { ...both, bodyPartView: 'LAT' })).status).toBe(200)
  expect((await annotate(id, { ...both, bodyPartView: 'LM' })).status).toBe(400)
  expect((await annotate(id, { ...both, bodyPartView: 'Flexion' })).status).toBe(200)
})

test('a correction of the side is recorded, and the image says with which side it was taken', async () => {
  const id = await importImage(createRadiograph('other side'))
  const first = await annotate(id, { bodyPart: 'Right Elbow', bodyPartView: 'CRCD' })
  // The file stated no side.
  expect(first.body.originalSide).toBeNull()
  await server.unscopedDb.deleteFrom('annotationCorrection').where('imageId', '=', id).execute()
  const left = { bodyPart: 'Left Elbow', bodyPartView: 'CRCD' }
  expect((await annotate(id, left)).body.originalSide).toBe('R')
  await annotate(id, left)
  const { studyId } = await recordOf(id)
  const listed = await server.call(routes.image.ofStudy, { query: { studyId } }, token)
  expect(listed.body).toContainEqual(expect.objectContaining({ id, originalSide: 'R' }))
  const corrections = await server.unscopedDb
    .selectFrom('annotationCorrection')
    .selectAll()
    .where('imageId', '=', id)
    .execute()
  expect(corrections).toMatchObject([
    {
      userId: server.first.users.clinicAdmin.id,
      previousBodyPart: 'Right Elbow',
      previousBodyPartView: 'CRCD',
      bodyPart: 'Left Elbow',
      bodyPartView: 'CRCD',
    },
  ])
  const back = await annotate(id, { bodyPart: 'Right Elbow', bodyPartView: 'CRCD' })
  expect(back.body.originalSide).toBeNull()
})

test('a dental image is annotated without a view', async () => {
  const ofTeeth = { StudyInstanceUID: toUid('teeth'), SeriesInstanceUID: toUid('of teeth') }
  const id = await importImage(
    createRadiograph('tooth', { ...ofTeeth, Modality: 'IO', ViewPosition: '' }),
  )
  expect((await recordOf(id)).modality).toBe('Dental')
  const { status, body } = await annotate(id, { bodyPart: '104 - RU - Canine' })
  expect([status, body]).toMatchObject([200, { bodyPart: '104 - RU - Canine', bodyPartView: '' }])
  expect((await annotate(id, { bodyPart: '' })).status).toBe(400)
})

test('one of two concurrent annotations wins, and no file is left over', async () => {
  const id = await importImage(createRadiograph('two'))
  const both = await Promise.all([
    annotate(id, { bodyPart: 'Skull', bodyPartView: 'VD' }),
    annotate(id, { bodyPart: 'Chest', bodyPartView: 'DV' }),
  ])
  const statuses = both.map(({ status }) => status).toSorted((one, other) => one - other)
  expect([
    [200, 200],
    [200, 409],
  ]).toContainEqual(statuses)
  const { filePath, bodyPart } = await recordOf(id)
  const { identity } = readDicom((await fileOf(id)) ?? new Uint8Array())
  expect(identity.bodyPart).toBe(bodyPart.toUpperCase())
  const keys: string[] = []
  for await (const { key } of server.files.list('images')) keys.push(key)
  const known = await server.unscopedDb.selectFrom('image').select('filePath').execute()
  const replaced = await server.unscopedDb.selectFrom('replacedInstance').selectAll().execute()
  const paths = [...known, ...replaced].map((row) => row.filePath)
  expect(keys.filter((key) => !paths.includes(key))).toEqual([])
  expect(keys).toContain(filePath)
})
