import { defaultTechniques } from '@talus/anatomy'
import type { TechniqueEntry, View } from '@talus/anatomy'
import { species } from '@talus/contract'
import type { Species } from '@talus/contract'
import { expect, test } from 'vitest'
import { calibrate, prepareFrame, processPrepared } from '../processing/index.ts'
import { arrangeScene } from './arrange-scene.ts'
import type { ArrangedScene } from './arranged-scene.ts'
import {
  countsPerMicrogray,
  createDetector,
  simulateDarkFrame,
  simulateFlatField,
} from './index.ts'
import type { ExposureValues } from './frame.ts'
import { prepareExposures } from './simulate.ts'
import { measureAnatomy } from './testing/measure-anatomy.ts'
import { checksAllSizes, sampleSizes } from './testing/sampled-sizes.ts'

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

const filledParts = /^(?:Chest|Abdomen|Vertebrae|Sacral Vertebrae|Skull|.*Scapula|.*Stifle)$/u

/**
 * The part of the panel around the field, with large pixels: enough for a stable exposure index.
 * The head, the trunk and the stifle of a horse fill the panel, and their index needs finer pixels.
 */
function choosePanel({ scene, setup }: ArrangedScene, { species: kind, bodyPart }: Position) {
  const wide = Math.min(setup.width * setup.pitch, scene.field.width * 1.25)
  const high = Math.min(setup.height * setup.pitch, scene.field.height * 1.25)
  const coarse = Math.max(wide, high) / 180
  const isFilled = kind === 'Equine' && filledParts.test(bodyPart)
  const pitch = isFilled ? Math.min(coarse, 4 * setup.pitch) : coarse
  // Multiples of eight pixels, so that few panels need a calibration.
  const [width = 8, height = 8] = [wide, high].map((size) => 8 * Math.round(size / pitch / 8))
  return { width, height, pitch }
}

const isFromSide = (view: View) => ['LAT', 'ML', 'LM'].includes(view)

/**
 * The techniques whose images differ: the legs of both sides, and views from opposite directions,
 * are mirror images. An ordinary run takes one size of each. In the order of animals, because the trunk of one is built once.
 */
function listTechniques(kind: Species): TechniqueEntry[] {
  const opposite: Readonly<Partial<Record<View, View>>> = { DV: 'VD', CRCD: 'CDCR' }
  const own = defaultTechniques.filter(
    (entry) => entry.species === kind && !entry.bodyPart.startsWith('Right '),
  )
  const isSame = (one: TechniqueEntry, other: TechniqueEntry) =>
    one.bodyPart === other.bodyPart &&
    one.size === other.size &&
    one.kv === other.kv &&
    one.ma === other.ma &&
    one.ms === other.ms
  const getAnimal = ({ size, view }: TechniqueEntry) => `${size} ${isFromSide(view)}`
  const distinct = own.filter(
    (entry) => !own.some((one) => one.view === opposite[entry.view] && isSame(one, entry)),
  )
  const images = Map.groupBy(distinct, ({ bodyPart, view }) => `${bodyPart} ${view}`)
  return [...images.values()]
    .flatMap((entries, number) => sampleSizes(entries, number))
    .toSorted((one, other) => getAnimal(one).localeCompare(getAnimal(other)))
}

type Position = Pick<TechniqueEntry, 'species' | 'bodyPart' | 'view' | 'size'>

/** Positions an animal for exposures with any technique. */
function position(entry: Position) {
  const { species: kind, bodyPart, view, size } = entry
  const request = { species: kind, bodyPart, view, size: sizes[size], seed: 3 }
  const { width, height, pitch } = choosePanel(arrangeScene(request), entry)
  const panel = `${width} ${height}`
  const calibration = calibrations.get(panel) ?? createCalibration(width, height)
  calibrations.set(panel, calibration)
  const expose = prepareExposures({ ...request, width, height, pitch })
  return ({ kv, ma, ms }: ExposureValues) => {
    const frame = expose({ kv, ma, ms })
    const prepared = prepareFrame(createFrame(width, height, frame.data), calibration)
    return { frame, ...processPrepared(prepared, { species: kind, bodyPart }, 100) }
  }
}

/** Users who train with the simulator must not learn wrong techniques. */
test.each(species)(
  'the techniques of the chart for a %s show anatomy, close to the target exposure index',
  (kind) => {
    const techniques = listTechniques(kind)
    const wrong = techniques.flatMap((entry) => {
      const { frame, deviationIndex } = position(entry)(entry)
      const anatomy = measureAnatomy(frame)
      if (deviationIndex !== null && Math.abs(deviationIndex) <= 2 && anatomy > 0.2) return []
      const { bodyPart, view, size } = entry
      return [`${bodyPart} ${view} ${size}: ${deviationIndex?.toFixed(1)}, ${anatomy.toFixed(2)}`]
    })
    expect(techniques.length).toBeGreaterThan(checksAllSizes ? 80 : 25)
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
    const expose = position({ species: kind, bodyPart, view, size: 'Medium' })
    const deviations = [0.5, 1, 2, 3, 4, 5, 6.3, 8, 12.5, 25, 50, 100, 125].map((mas) =>
      expose({ kv: 70, ma: 100, ms: 10 * mas }),
    )
    const values = deviations.map(({ deviationIndex }) => deviationIndex ?? -99)
    expect(values).toEqual(values.toSorted((one, other) => one - other))
    expect(deviations.at(0)?.saturatedShare).toBeLessThan(0.01)
    expect(deviations.at(-1)?.saturatedShare).toBeGreaterThan(0.7)
  },
  180_000,
)
