import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startProcessPool } from '../../../workers/index.ts'
import { createFrameImage } from './frame-image.ts'

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

test('a frame that no thread can process becomes an image of its raw counts', async () => {
  // The time limit ends each thread before it has started.
  const processPool = startProcessPool({ timeLimitMs: 1 })
  const anatomy = { speciesId: 1, bodyPart: 'Chest' }
  const { attributes, pixels, preset } = await createFrameImage(
    { processPool, log },
    frame,
    anatomy,
    counts,
  )
  expect(preset).toBe('')
  expect(attributes).toMatchObject({ rows: 2, columns: 2, photometric: 'MONOCHROME1' })
  expect(new Uint16Array(pixels.slice().buffer)).toEqual(new Uint16Array([10, 20, 30, 0]))
  await processPool.close()
})

test('processing a frame fails with "closed" when the server stops', async () => {
  const processPool = startProcessPool()
  await processPool.close()
  const anatomy = { speciesId: 1, bodyPart: 'Chest' }
  await expect(
    createFrameImage({ processPool, log }, frame, anatomy, counts),
  ).rejects.toMatchObject({
    code: 'closed',
  })
})
