import { ImageId, ImportLine } from '@talus/contract'
import { editDataSet } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRadiograph } from '../../../testing/dicom/dicom-objects.ts'
import { importFile } from '../../../testing/dicom/dicom-web-client.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.clinicAdmin.id)
})
afterAll(() => server.close())

test.each<[string, Attributes, boolean]>([
  ['a size that its pixels do not have', { Rows: 65_535, Columns: 65_535 }, true],
  ['frames that are not in it', { NumberOfFrames: 2_000_000_000 }, true],
  ['two frames and has one', { NumberOfFrames: 2 }, true],
  ['what it has', { NumberOfFrames: 1 }, false],
])('an image that announces %s is marked accordingly', async (title, attributes, isIncomplete) => {
  const { bytes } = editDataSet(createRadiograph(title), attributes)
  const { imageId } = ImportLine.parse(JSON.parse((await importFile(server, token, bytes)).body))
  const image = await server.unscopedDb
    .selectFrom('image')
    .select('isIncomplete')
    .where('id', '=', imageId ?? ImageId.parse(0))
    .executeTakeFirst()
  expect(image).toEqual({ isIncomplete })
})
