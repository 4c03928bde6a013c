import { afterAll, expect, test, vi } from 'vitest'
import { createRadiograph } from '../testing/dicom/dicom-objects.ts'
import { startReadPool } from './index.ts'

vi.setConfig({ testTimeout: 30_000 })

const readPool = startReadPool()
afterAll(() => readPool.close())

test('a read pool that was warmed up reads the next file', async () => {
  await readPool.warm()
  const file = new Uint8Array(createRadiograph('warm'))
  const { identity, hasPixels } = await readPool.read(file, file.byteLength)
  expect([identity.patientName, hasPixels]).toEqual(['Tremblay^Rex', true])
})
