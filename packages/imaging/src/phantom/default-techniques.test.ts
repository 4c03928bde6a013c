import { defaultTechniques } from '@talus/anatomy'
import { expect, test } from 'vitest'
import { calibrate, prepareFrame, processPrepared } from '../processing/index.ts'
import {
  countsPerMicrogray,
  createDetector,
  simulateDarkFrame,
  simulateFlatField,
  simulateFrame,
} from './index.ts'

const panel = { width: 933, height: 767 } as const
const detector = createDetector(1, panel.width, panel.height)
const frame = (data: Uint16Array) => ({ ...panel, bits: 14, pitch: 0.444, data })
const calibration = calibrate({
  darkFrames: [frame(simulateDarkFrame(detector, 1)), frame(simulateDarkFrame(detector, 2))],
  flatFields: [frame(simulateFlatField(detector, 1)), frame(simulateFlatField(detector, 2))],
  countsPerMicrogray,
})
const sizes = { Small: 'S', Medium: 'M', Large: 'L' } as const

/** Users who train with the simulator must not learn wrong techniques. */
test.each([
  ['Canine', 'Chest', 'LAT', 'Medium'],
  ['Canine', 'Abdomen', 'VD', 'Large'],
  ['Canine', 'Back Legs', 'LAT', 'Medium'],
  ['Feline', 'Chest', 'LAT', 'Medium'],
  ['Feline', 'Vertebrae', 'LAT', 'Small'],
  ['Equine', 'Left Front Fetlock', 'DP', 'Medium'],
] as const)(
  'the default technique for %s %s %s, %s, is close to the target exposure index',
  (species, part, view, size) => {
    const technique = defaultTechniques.find(
      (one) =>
        one.species === species && one.bodyPart === part && one.view === view && one.size === size,
    )
    if (!technique) throw new Error('there is no technique for it')
    const { kv, ma, ms } = technique
    const request = {
      species,
      view,
      size: sizes[size],
      kv,
      ma,
      ms,
      seed: 3,
      pitch: 0.444,
      ...panel,
    }
    const { data } = simulateFrame({ ...request, bodyPart: part })
    const prepared = prepareFrame(frame(data), calibration)
    const { deviationIndex } = processPrepared(prepared, { species, bodyPart: part }, 300)
    expect(Math.abs(deviationIndex ?? 99)).toBeLessThanOrEqual(2)
  },
)
