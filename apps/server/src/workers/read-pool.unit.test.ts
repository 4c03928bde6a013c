import { afterAll, expect, test, vi } from 'vitest'
import { createRadiograph } from '../testing/dicom/dicom-objects.ts'
import { startReadPool } from './index.ts'

vi.setConfig({ testTimeout: 30_000 })

const readings = startReadPool()
afterAll(() => readings.close())

test('a read pool that was warmed up reads the next file', async () => {
  await readings.warm()
  const file = new Uint8Array(createRadiograph('warm'))
  const { identity, hasPixels } = await readings.read(file, file.byteLength)
  expect([identity.patientName, hasPixels]).toEqual(['Tremblay^Rex', true])
})
