import { afterAll, expect, test, vi } from 'vitest'
import { radiograph } from '../testing/dicom-objects.ts'
import { startReadings } from './index.ts'

vi.setConfig({ testTimeout: 30_000 })

const readings = startReadings()
afterAll(() => readings.close())

test('a thread that was started ahead reads the next file', async () => {
  await readings.warm()
  const file = new Uint8Array(radiograph('warm'))
  const { identity, hasPixels } = await readings.read(file, file.byteLength)
  expect([identity.patientName, hasPixels]).toEqual(['Tremblay^Rex', true])
})
