import { expect, test } from 'vitest'
import { looksOf, targetIndexOf } from './body-part-looks.ts'
import { bandOf, deviationIndexOf, exposureIndexOf } from './exposure-index.ts'
import { prepareFrame } from './prepare.ts'
import { exposureOf } from './process.ts'
import { trustingCalibration } from './raw-frame.ts'
import { frameOf, limbFrame } from './testing/frames.ts'

test('the index is a hundred times the microgray', () => {
  expect(exposureIndexOf(3.2)).toBeCloseTo(320)
})

test('3.2 microgray where 2.5 are wanted deviate by +1.07; twice as much by 3, half by -3', () => {
  expect(deviationIndexOf(320, 250)).toBeCloseTo(1.07, 2)
  expect(deviationIndexOf(500, 250)).toBeCloseTo(3.01, 2)
  expect(deviationIndexOf(125, 250)).toBeCloseTo(-3.01, 2)
})

test('where nothing arrived there is no deviation', () => {
  expect(deviationIndexOf(0, 250)).toBeNull()
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
] as const)('a deviation of %d is %s', (deviation, band) => {
  expect(bandOf(deviation)).toBe(band)
})

test('an even exposure of 1280 counts at 400 counts per microgray has index 320', () => {
  const frame = frameOf(200, 160, () => 1280)
  const prepared = prepareFrame(frame, trustingCalibration(frame, 400))
  const exposure = exposureOf(prepared, { species: 'Canine', bodyPart: 'Chest' })
  expect(exposure.exposureIndex).toBeCloseTo(320, 1)
  expect(exposure.targetExposureIndex).toBe(250)
  expect(exposure.deviationIndex).toBeCloseTo(1.07, 2)
  expect(exposure.band).toBe('over')
})

test('air around a limb does not count: the index is that of the limb, and doubles with the dose', () => {
  const scene = { width: 400, height: 320, hasLimb: true, seed: 3 }
  const at = (air: number) => {
    const frame = limbFrame({ ...scene, air })
    return prepareFrame(frame, trustingCalibration(frame, 400)).regions
  }
  const [single, double] = [at(5000), at(10_000)]
  // Behind the limb are 5 to 40 % of what arrives in air.
  expect(single.median).toBeLessThan(0.4 * 5000)
  expect(double.median / single.median).toBeCloseTo(2, 1)
})

test('a panel of unknown sensitivity has no index', () => {
  const exposure = exposureOf(
    prepareFrame(
      frameOf(50, 50, () => 1280),
      undefined,
    ),
    {
      species: 'Canine',
      bodyPart: 'Chest',
    },
  )
  expect(exposure).toMatchObject({ exposureIndex: null, deviationIndex: null, band: null })
})

test('targets follow the part of the body and the species', () => {
  expect(targetIndexOf('Canine', 'Chest')).toBe(250)
  expect(targetIndexOf('Feline', 'Abdomen')).toBe(350)
  expect(targetIndexOf('Canine', 'Sacral Vertebrae')).toBe(400)
  expect(targetIndexOf('Canine', 'Back Legs')).toBe(300)
  expect(targetIndexOf('Equine', 'Left Hind Fetlock')).toBe(300)
  expect(targetIndexOf('Equine', 'Chest')).toBe(500)
  expect(targetIndexOf('Canine', '104 - RU - Canine')).toBeNull()
})

test('looks follow it too, the first being the one to show', () => {
  expect(looksOf('Canine', 'Chest')).toEqual(['thorax', 'lung', 'bone'])
  expect(looksOf('Equine', 'Front Legs')[0]).toBe('equine-limb')
  expect(looksOf('Equine', 'Left Carpus')[0]).toBe('equine-limb')
  expect(looksOf('Feline', '104 - RU - Canine')[0]).toBe('dental')
  expect(looksOf('Canine', 'ELBOW')[0]).toBe('bone')
})
