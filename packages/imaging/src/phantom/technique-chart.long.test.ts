import { defaultTechniques } from '@talus/anatomy'
import type { TechniqueEntry } from '@talus/anatomy'
import { species } from '@talus/contract'
import { expect, test } from 'vitest'
import { calibrate, prepareFrame, processPrepared } from '../processing/index.ts'
import { arrangeScene } from './arrange-scene.ts'
import {
  countsPerMicrogray,
  createDetector,
  simulateDarkFrame,
  simulateFlatField,
  simulateFrame,
} from './index.ts'

/** Sixteen pixels of the panel are combined into one. */
const binning = 4
const sizes = { Small: 'S', Medium: 'M', Large: 'L' } as const

const createFrame = (width: number, height: number, data: Uint16Array) => ({
  width,
  height,
  bits: 14,
  pitch: 1,
  data,
})

function createCalibration(width: number, height: number) {
  const detector = createDetector(1, width, height)
  const several = (simulate: typeof simulateDarkFrame) =>
    [1, 2].map((seed) => createFrame(width, height, simulate(detector, seed)))
  return calibrate({
    darkFrames: several(simulateDarkFrame),
    flatFields: several(simulateFlatField),
    countsPerMicrogray,
  })
}
const calibrations = new Map<string, ReturnType<typeof createCalibration>>()

function simulateExposure({ species: kind, bodyPart, view, size, kv, ma, ms }: TechniqueEntry) {
  const request = { species: kind, bodyPart, view, size: sizes[size], kv, ma, ms, seed: 3 }
  const { setup } = arrangeScene(request)
  const [width, height] = [setup.width / binning, setup.height / binning]
  const panel = `${width} ${height}`
  const calibration = calibrations.get(panel) ?? createCalibration(width, height)
  calibrations.set(panel, calibration)
  const { data } = simulateFrame({ ...request, width, height })
  const prepared = prepareFrame(createFrame(width, height, data), calibration)
  return processPrepared(prepared, { species: kind, bodyPart }, 100)
}

/** Users who train with the simulator must not learn wrong techniques. */
test.each(species)(
  'every technique of the chart for a %s is close to the target exposure index',
  (kind) => {
    const techniques = defaultTechniques.filter(
      // The legs of both sides have the same technique and are mirror images.
      (entry) => entry.species === kind && !entry.bodyPart.startsWith('Right '),
    )
    const wrong = techniques.flatMap((entry) => {
      const { deviationIndex } = simulateExposure(entry)
      if (deviationIndex !== null && Math.abs(deviationIndex) <= 2) return []
      const { bodyPart, view, size } = entry
      return [`${bodyPart} ${view} ${size}: ${deviationIndex?.toFixed(1)}`]
    })
    expect(techniques.length).toBeGreaterThan(80)
    expect(wrong).toEqual([])
  },
  600_000,
)

test.each([
  ['Canine', 'Chest', 'LAT'],
  ['Canine', 'Back Legs', 'LAT'],
  ['Feline', 'Abdomen', 'VD'],
  ['Equine', 'Left Front Fetlock', 'LM'],
] as const)(
  'the deviation index of %s %s %s never falls from 0.5 to 125 mAs at 70 kV, and ends at saturation',
  (kind, bodyPart, view) => {
    const deviations = [0.5, 1, 2, 3, 4, 5, 6.3, 8, 12.5, 25, 50, 100, 125].map((mas) => {
      const technique = { kv: 70, ma: 100, ms: 10 * mas, fo: 1 as const }
      const entry = { species: kind, bodyPart, view, size: 'Medium' as const, ...technique }
      return simulateExposure(entry)
    })
    const values = deviations.map(({ deviationIndex }) => deviationIndex ?? -99)
    expect(values).toEqual(values.toSorted((one, other) => one - other))
    expect(deviations.at(0)?.saturatedShare).toBeLessThan(0.01)
    expect(deviations.at(-1)?.saturatedShare).toBeGreaterThan(0.7)
  },
  120_000,
)
