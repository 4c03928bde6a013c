import { expect, test } from 'vitest'
import type { SimulatedExposure } from '@talus/devices'
import { toFrameRequest } from './frame-request.ts'
import { createPhantomFrames } from './phantom-frames.ts'

const context = {
  studyId: 1,
  annotation: {
    bodyPart: 'Chest',
    bodyPartView: 'LAT',
    animalSize: 'Large' as const,
    speciesId: 2,
  },
}
const exposure: SimulatedExposure = {
  sensor: 'general',
  seed: 5,
  technique: { kv: 70, ma: 200, ms: 12.5, mx: 2.5, fo: 1 },
  doseFactor: 1,
  context,
}

test('an exposure determines the anatomy and the technique of the simulated frame', () => {
  expect(toFrameRequest(exposure)).toEqual({
    species: 'Feline',
    bodyPart: 'Chest',
    view: 'LAT',
    size: 'L',
    kv: 70,
    ma: 200,
    ms: 12.5,
    seed: 5,
    detectorSeed: 1,
    binning: 1,
  })
  expect(toFrameRequest({ ...exposure, doseFactor: 30 }).ms).toBe(375)
  const nobody = toFrameRequest({ ...exposure, context: null, technique: null, sensor: 'dental' })
  expect(nobody).toMatchObject({ species: 'Canine', bodyPart: 'Chest', kv: 65, detectorSeed: 2 })
})

test(
  'frames are simulated in a thread, each for its own request',
  { timeout: 180_000 },
  async () => {
    const make = createPhantomFrames()
    const tooth = {
      ...context.annotation,
      bodyPart: '104 - RU - Canine',
      bodyPartView: '',
      speciesId: 1,
    }
    const asked = { ...exposure, sensor: 'dental' as const, technique: null }
    const [first, again, other, coarse] = await Promise.all([
      make({ ...asked, context: { ...context, annotation: tooth } }),
      make({ ...asked, context: { ...context, annotation: tooth } }),
      make({ ...asked, seed: 6, context: { ...context, annotation: tooth } }),
      createPhantomFrames(2)({ ...asked, context: { ...context, annotation: tooth } }),
    ])
    expect(first.data.length).toBe(first.width * first.height)
    expect(Buffer.from(first.data.buffer).equals(Buffer.from(again.data.buffer))).toBe(true)
    expect(Buffer.from(first.data.buffer).equals(Buffer.from(other.data.buffer))).toBe(false)
    // Binning gives fewer pixels of the same panel.
    expect(coarse).toMatchObject({
      width: first.width / 2,
      height: first.height / 2,
      pitch: first.pitch * 2,
    })
  },
)
