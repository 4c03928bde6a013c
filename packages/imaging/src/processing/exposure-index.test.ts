import { expect, test } from 'vitest'
import { listPresets, getTargetIndex } from './body-part-presets.ts'
import {
  getExposureBand,
  computeDeviationIndex,
  computeExposureIndex,
  overexposedShare,
} from './exposure-index.ts'
import { prepareFrame } from './prepare.ts'
import { computeExposure } from './process.ts'
import { createIdentityCalibration } from './raw-frame.ts'
import { createFrame, createLimbFrame } from './testing/frames.ts'

test('the exposure index is a hundred times the air kerma in microgray', () => {
  expect(computeExposureIndex(3.2)).toBeCloseTo(320)
})

test('the deviation index of 3.2 microgray for a target of 2.5 is +1.07; of twice the target 3, of half -3', () => {
  expect(computeDeviationIndex(320, 250)).toBeCloseTo(1.07, 2)
  expect(computeDeviationIndex(500, 250)).toBeCloseTo(3.01, 2)
  expect(computeDeviationIndex(125, 250)).toBeCloseTo(-3.01, 2)
})

test('the deviation index of an exposure without signal is null', () => {
  expect(computeDeviationIndex(0, 250)).toBeNull()
})

test.each([
  [0, 'on target'],
  [0.5, 'on target'],
  [-0.51, 'slightly under'],
  [1, 'slightly over'],
  [1.07, 'over'],
  [-3, 'under'],
  [3.01, 'excessive'],
  [-3.01, 'repeat'],
] as const)('a deviation index of %d is in the band %s', (deviation, band) => {
  expect(getExposureBand(deviation)).toBe(band)
})

test('a uniform exposure of 1280 counts at 400 counts per microgray has exposure index 320', () => {
  const frame = createFrame(200, 160, () => 1280)
  const prepared = prepareFrame(frame, createIdentityCalibration(frame, 400))
  const exposure = computeExposure(prepared, { species: 'Canine', bodyPart: 'Chest' })
  expect(exposure.exposureIndex).toBeCloseTo(320, 1)
  expect(exposure.targetExposureIndex).toBe(250)
  expect(exposure.deviationIndex).toBeCloseTo(1.07, 2)
  expect(exposure.band).toBe('over')
})

test('the exposure index is that of the limb without the air around it, and doubles with the dose', () => {
  const scene = { width: 400, height: 320, hasLimb: true, seed: 3 }
  const at = (air: number) => {
    const frame = createLimbFrame({ ...scene, air })
    return prepareFrame(frame, createIdentityCalibration(frame, 400)).regions
  }
  const [single, double] = [at(5000), at(10_000)]
  // The signal behind the limb is 5 to 40 % of that in air.
  expect(single.median).toBeLessThan(0.4 * 5000)
  expect(double.median / single.median).toBeCloseTo(2, 1)
})

const exposeLimb = (air: number) => {
  const field = { left: -75, right: 75, top: -60, bottom: 60, degrees: 1 }
  const frame = createLimbFrame({ width: 200, height: 160, air, field, hasLimb: true, seed: 3 })
  const prepared = prepareFrame(frame, createIdentityCalibration(frame, 400))
  return computeExposure(prepared, { species: 'Canine', bodyPart: 'Back Legs' })
}

test('the exposure index never falls when the dose rises, up to sixty times the saturation', () => {
  const doses = [1, 4, 10, 14, 18, 22, 28, 40, 60, 90, 150, 400, 900].map((air) => 1000 * air)
  const indexes = doses.map((air) => exposeLimb(air).exposureIndex ?? 0)
  expect(indexes).toEqual(indexes.toSorted((one, other) => one - other))
  expect(indexes.at(-1)).toBeCloseTo(16_383 / 4, 0)
})

test('the saturated share of the anatomy is measured on the raw counts, without saturated air', () => {
  expect(exposeLimb(12_000).saturatedShare).toBe(0)
  // Air is half of the field and saturated; in the limb only the rim of the skin is.
  expect(exposeLimb(18_000).saturatedShare).toBeLessThan(2 * overexposedShare)
  expect(exposeLimb(60_000).saturatedShare).toBeGreaterThan(0.3)
  expect(exposeLimb(900_000).saturatedShare).toBeGreaterThan(0.9)
})

test('a frame that is saturated everywhere is excessive, with all of its pixels saturated', () => {
  const frame = createFrame(200, 160, () => 20_000)
  const prepared = prepareFrame(frame, createIdentityCalibration(frame, 400))
  const exposure = computeExposure(prepared, { species: 'Canine', bodyPart: 'Chest' })
  expect(exposure).toMatchObject({ band: 'excessive', saturatedShare: 1 })
})

test('a detector that clips below the highest count of its bits is saturated there', () => {
  const frame = { ...createFrame(200, 160, () => 15_000), saturation: 15_000 }
  const { relevant } = prepareFrame(frame, createIdentityCalibration(frame, 400))
  expect(relevant).toEqual({ median: 15_000, saturatedShare: 1 })
})

test('a detector of unknown sensitivity has no exposure index', () => {
  const exposure = computeExposure(
    prepareFrame(
      createFrame(50, 50, () => 1280),
      undefined,
    ),
    {
      species: 'Canine',
      bodyPart: 'Chest',
    },
  )
  expect(exposure).toMatchObject({ exposureIndex: null, deviationIndex: null, band: null })
})

test('the target exposure index depends on the body part and the species', () => {
  expect(getTargetIndex('Canine', 'Chest')).toBe(250)
  expect(getTargetIndex('Feline', 'Abdomen')).toBe(350)
  expect(getTargetIndex('Canine', 'Sacral Vertebrae')).toBe(400)
  expect(getTargetIndex('Canine', 'Back Legs')).toBe(300)
  expect(getTargetIndex('Equine', 'Left Hind Fetlock')).toBe(300)
  expect(getTargetIndex('Equine', 'Chest')).toBe(250)
  expect(getTargetIndex('Canine', '104 - RU - Canine')).toBeNull()
})

test('the presets depend on the body part and the species, the default first', () => {
  expect(listPresets('Canine', 'Chest')).toEqual(['thorax', 'lung', 'bone'])
  expect(listPresets('Equine', 'Front Legs')[0]).toBe('equine-limb')
  expect(listPresets('Equine', 'Left Carpus')[0]).toBe('equine-limb')
  expect(listPresets('Feline', '104 - RU - Canine')[0]).toBe('dental')
  expect(listPresets('Canine', 'ELBOW')[0]).toBe('bone')
})
