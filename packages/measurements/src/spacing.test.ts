import type { SpacingFacts } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { calibrationFrom, pixelAspectOf, spacingOf } from './spacing.ts'

const facts = (given: Partial<SpacingFacts>): SpacingFacts => ({
  pixelSpacing: null,
  imagerPixelSpacing: null,
  calibrationType: null,
  magnificationFactor: null,
  distanceSourceToDetector: null,
  distanceSourceToPatient: null,
  ...given,
})

const detector: [number, number] = [0.1486, 0.1486]

describe('the size of a pixel', () => {
  test.each<[string, Partial<SpacingFacts>, string, number]>([
    ['nothing is known', {}, 'none', 1],
    ['only the spacing', { pixelSpacing: [0.2, 0.2] }, 'file', 0.2],
    ['only the detector', { imagerPixelSpacing: detector }, 'detector', 0.1486],
    [
      'both, different: the spacing was corrected',
      { pixelSpacing: [0.135, 0.135], imagerPixelSpacing: detector },
      'file',
      0.135,
    ],
    [
      'both, the same: it was copied from the detector',
      { pixelSpacing: detector, imagerPixelSpacing: detector },
      'detector',
      0.1486,
    ],
    [
      'both, the same but for a rounding',
      { pixelSpacing: [0.14861, 0.1486], imagerPixelSpacing: detector },
      'detector',
      0.1486,
    ],
    [
      'both, the same, and the file says that it is calibrated',
      { pixelSpacing: detector, imagerPixelSpacing: detector, calibrationType: 'FIDUCIAL' },
      'file',
      0.1486,
    ],
    [
      'detector and magnification',
      { imagerPixelSpacing: detector, magnificationFactor: 1.1 },
      'magnification',
      0.1486 / 1.1,
    ],
    [
      'detector and distances',
      {
        imagerPixelSpacing: detector,
        distanceSourceToDetector: 1100,
        distanceSourceToPatient: 1000,
      },
      'magnification',
      0.1486 / 1.1,
    ],
    [
      'both, the same, and magnification',
      { pixelSpacing: detector, imagerPixelSpacing: detector, magnificationFactor: 1.1 },
      'magnification',
      0.1486 / 1.1,
    ],
    [
      'a magnification that makes smaller: the distances serve',
      {
        imagerPixelSpacing: detector,
        magnificationFactor: 0.9,
        distanceSourceToDetector: 1100,
        distanceSourceToPatient: 1000,
      },
      'magnification',
      0.1486 / 1.1,
    ],
    [
      'a patient behind the detector',
      {
        imagerPixelSpacing: detector,
        distanceSourceToDetector: 1000,
        distanceSourceToPatient: 1100,
      },
      'detector',
      0.1486,
    ],
    [
      'one distance alone',
      { imagerPixelSpacing: detector, distanceSourceToDetector: 1100 },
      'detector',
      0.1486,
    ],
    ['a magnification alone', { magnificationFactor: 1.1 }, 'none', 1],
    ['a calibration type alone', { calibrationType: 'GEOMETRY' }, 'none', 1],
    ['a spacing of nothing', { pixelSpacing: [0, 0] }, 'none', 1],
    [
      'a spacing of nothing, and the detector',
      { pixelSpacing: [0, 0.1], imagerPixelSpacing: detector },
      'detector',
      0.1486,
    ],
    ['a spacing that is no number', { pixelSpacing: [Number.NaN, 0.1] }, 'none', 1],
  ])('%s', (_what, given, source, size) => {
    const found = spacingOf(facts(given))
    expect(found.source).toBe(source)
    expect(found.spacing.column).toBeCloseTo(size, 12)
    expect(found.spacing.row).toBeCloseTo(size, 12)
    expect(found.spacing.unit).toBe(source === 'none' ? 'px' : 'mm')
  })

  test('keeps rows and columns apart: rows come first in a file', () => {
    expect(spacingOf(facts({ pixelSpacing: [0.2, 0.1] })).spacing).toEqual({
      row: 0.2,
      column: 0.1,
      unit: 'mm',
    })
  })

  test('of a file that says nothing at all', () => {
    expect(spacingOf(null).source).toBe('none')
    expect(spacingOf(undefined, null).source).toBe('none')
  })
})

describe('a calibration', () => {
  test('by a ball of 25 mm over 185 pixels', () => {
    const calibration = calibrationFrom(
      { method: 'ball', from: { x: 400, y: 300 }, to: { x: 492.5, y: 300 }, millimetres: 25 },
      null,
    )
    expect(calibration?.pixels).toBe(185)
    const { spacing, source } = spacingOf(null, calibration)
    expect(source).toBe('calibrated')
    expect(spacing.column.toFixed(6)).toBe('0.135135')
    expect(spacing.row).toBe(spacing.column)
  })

  test('stands above all that the file says', () => {
    const known = facts({ pixelSpacing: [0.5, 0.5], calibrationType: 'GEOMETRY' })
    const calibration = { method: 'length', millimetres: 10, pixels: 100 } as const
    expect(spacingOf(known, calibration).spacing).toEqual({ row: 0.1, column: 0.1, unit: 'mm' })
  })

  test('gives the same size whichever way the thing lay in an image of unequal pixels', () => {
    const known = facts({ imagerPixelSpacing: [0.2, 0.1] })
    const upright = calibrationFrom(
      { method: 'length', from: { x: 10, y: 10 }, to: { x: 10, y: 60 }, millimetres: 20 },
      known,
    )
    const lying = calibrationFrom(
      { method: 'length', from: { x: 10, y: 10 }, to: { x: 110, y: 10 }, millimetres: 20 },
      known,
    )
    expect(upright).toEqual(lying)
    expect(spacingOf(known, upright).spacing).toEqual({ row: 0.4, column: 0.2, unit: 'mm' })
    expect(pixelAspectOf(known)).toBe(2)
  })

  test('by nothing is none', () => {
    const point = { x: 10, y: 10 }
    const click = { method: 'length', from: point, to: point, millimetres: 20 } as const
    expect(calibrationFrom(click, null)).toBeUndefined()
    const far = { ...click, to: { x: 20, y: 10 }, millimetres: 0 }
    expect(calibrationFrom(far, null)).toBeUndefined()
  })

  test('by magnification, as published', () => {
    const known = facts({ imagerPixelSpacing: detector, magnificationFactor: 1.1 })
    expect(spacingOf(known).spacing.column.toFixed(6)).toBe('0.135091')
  })
})
