import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startProcessings } from '../../../workers/index.ts'
import { pictureOf } from './frame-picture.ts'

const log = pino({ level: 'silent' })
const frame = {
  id: 'a-frame-of-tests',
  width: 2,
  height: 2,
  bits: 12,
  pitch: 0.1,
  calibration: null,
}
const counts = new Uint8Array(new Uint16Array([10, 20, 30]).buffer)

test('a frame that no thread can process is shown as it came', async () => {
  // Each thread is ended before it has begun.
  const processings = startProcessings({ timeLimitMs: 1 })
  const shown = { speciesId: 1, bodyPart: 'Chest' }
  const { picture, pixels, look } = await pictureOf({ processings, log }, frame, shown, counts)
  expect(look).toBe('')
  expect(picture).toMatchObject({ rows: 2, columns: 2, photometric: 'MONOCHROME1' })
  expect(new Uint16Array(pixels.slice().buffer)).toEqual(new Uint16Array([10, 20, 30, 0]))
  await processings.close()
})

test('a server that stops leaves the frame to the next one', async () => {
  const processings = startProcessings()
  await processings.close()
  const shown = { speciesId: 1, bodyPart: 'Chest' }
  await expect(pictureOf({ processings, log }, frame, shown, counts)).rejects.toMatchObject({
    code: 'closed',
  })
})
