import { ImageMetadata, ImportLine } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receivedSides } from '../../../db/migrations/0044-received-sides.ts'
import { createSchemaBuilder } from '../../../db/schema-builder.ts'
import { createRadiograph } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let headers: { readonly authorization: string }

beforeAll(async () => {
  server = await startTestServer()
  headers = { authorization: `Bearer ${await server.createToken(server.first.users.staff.id)}` }
})
afterAll(() => server.close())

type Attributes = Parameters<typeof createRadiograph>[1]

async function receive(name: string, attributes: Attributes): Promise<ImageId> {
  const { body } = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import`,
    headers: { ...headers, 'content-type': 'application/dicom' },
    payload: createRadiograph(name, attributes),
  })
  const { imageId } = ImportLine.parse(JSON.parse(body))
  if (imageId === undefined) throw new Error(body)
  return imageId
}

async function readName(id: ImageId): Promise<string> {
  const { bodyPart, bodyPartView } = await server.unscopedDb
    .selectFrom('image')
    .select(['image.bodyPart', 'image.bodyPartView'])
    .where('image.id', '=', id)
    .executeTakeFirstOrThrow()
  return `${bodyPart} ${bodyPartView}`.trim()
}

async function readMetadata(id: ImageId): Promise<ImageMetadata> {
  const url = `${server.config.apiBase}image/${id}/metadata`
  return ImageMetadata.parse((await server.app.inject({ url, headers })).json())
}

const leg = {
  BodyPartExamined: 'LEG',
  ViewPosition: '',
  ImageLaterality: 'L',
  PatientOrientation: ['R', 'F'],
}

test('received images show the side that their files state', async () => {
  expect(await readName(await receive('left', { ViewPosition: 'LL' }))).toBe('Chest LLAT')
  expect(await readName(await receive('right', { ViewPosition: 'RL' }))).toBe('Chest RLAT')
  expect(await readName(await receive('unknown', { ViewPosition: 'LATERAL' }))).toBe('Chest LAT')
  const id = await receive('leg', leg)
  expect(await readName(id)).toBe('Left LEG')
  expect(await readMetadata(id)).toMatchObject({
    ImageLaterality: 'L',
    PatientOrientation: ['R', 'F'],
    isSideContradictory: false,
  })
})

test('a file that names both sides is shown without a side, and says so', async () => {
  const lateral = await receive('contradictory', { ViewPosition: 'LL', ImageLaterality: 'R' })
  expect(await readName(lateral)).toBe('Chest LAT')
  expect(await readMetadata(lateral)).toMatchObject({
    ViewPosition: 'LL',
    isSideContradictory: true,
  })
  const both = await receive('both sides', { ...leg, Laterality: 'R' })
  expect(await readName(both)).toBe('LEG')
  expect(await readMetadata(both)).toMatchObject({ ImageLaterality: '', isSideContradictory: true })
})

test('images that were received before get the side of their files', async () => {
  const ids = [
    await receive('old left', { ViewPosition: 'LL' }),
    await receive('old right', { ViewPosition: 'RL' }),
    await receive('old contradictory', { ViewPosition: 'LL', ImageLaterality: 'R' }),
    await receive('old leg', leg),
    await receive('old lateral', { ViewPosition: 'LAT' }),
  ]
  const { unscopedDb, config } = server
  const setNames = (bodyPart: string, bodyPartView: string, of: readonly ImageId[]) =>
    unscopedDb.updateTable('image').set({ bodyPart, bodyPartView }).where('id', 'in', of).execute()
  await setNames('Chest', 'LAT', ids)
  await setNames('LEG', '', ids.slice(3, 4))
  await receivedSides(
    createSchemaBuilder(unscopedDb, config.databaseUrl === undefined ? 'sqlite' : 'postgres'),
  )
  expect(await Promise.all(ids.map(readName))).toEqual([
    'Chest LLAT',
    'Chest RLAT',
    'Chest LAT',
    'Left LEG',
    'Chest LAT',
  ])
})
