import type { SpacingFacts } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { createCalibration, getPixelAspect, resolveSpacing } from './spacing.ts'

const facts = (known: Partial<SpacingFacts>): SpacingFacts => ({
  pixelSpacing: null,
  imagerPixelSpacing: null,
  pixelAspectRatio: null,
  calibrationType: null,
  magnificationFactor: null,
  distanceSourceToDetector: null,
  distanceSourceToPatient: null,
  ...known,
})

const detector: [number, number] = [0.1486, 0.1486]

describe('the size of a pixel', () => {
  test.each<[string, Partial<SpacingFacts>, string, number]>([
    ['no spacing', {}, 'none', 1],
    ['a vanishing pixel spacing', { pixelSpacing: [1e-30, 1e-30] }, 'none', 1],
    ['a huge pixel spacing', { pixelSpacing: [1e30, 1e30] }, 'none', 1],
    [
      'a vanishing pixel spacing beside that of the detector',
      { pixelSpacing: [1e-30, 1e-30], imagerPixelSpacing: detector },
      'detector',
      0.1486,
    ],
    ['only the pixel spacing', { pixelSpacing: [0.2, 0.2] }, 'file', 0.2],
    ['only the detector spacing', { imagerPixelSpacing: detector }, 'detector', 0.1486],
    [
      'two different spacings: the pixel spacing was corrected',
      { pixelSpacing: [0.135, 0.135], imagerPixelSpacing: detector },
      'file',
      0.135,
    ],
    [
      'two equal spacings: it was copied from the detector',
      { pixelSpacing: detector, imagerPixelSpacing: detector },
      'detector',
      0.1486,
    ],
    [
      'two spacings that differ by rounding',
      { pixelSpacing: [0.14861, 0.1486], imagerPixelSpacing: detector },
      'detector',
      0.1486,
    ],
    [
      'two equal spacings and a calibration type',
      { pixelSpacing: detector, imagerPixelSpacing: detector, calibrationType: 'FIDUCIAL' },
      'file',
      0.1486,
    ],
    [
      'detector spacing and magnification',
      { imagerPixelSpacing: detector, magnificationFactor: 1.1 },
      'magnification',
      0.1486 / 1.1,
    ],
    [
      'detector spacing and distances',
      {
        imagerPixelSpacing: detector,
        distanceSourceToDetector: 1100,
        distanceSourceToPatient: 1000,
      },
      'magnification',
      0.1486 / 1.1,
    ],
    [
      'two equal spacings and magnification',
      { pixelSpacing: detector, imagerPixelSpacing: detector, magnificationFactor: 1.1 },
      'magnification',
      0.1486 / 1.1,
    ],
    [
      'a magnification below 1: the distances are used',
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
    ['a spacing of 0', { pixelSpacing: [0, 0] }, 'none', 1],
    [
      'a spacing of 0 and the detector spacing',
      { pixelSpacing: [0, 0.1], imagerPixelSpacing: detector },
      'detector',
      0.1486,
    ],
    ['a spacing that is not a number', { pixelSpacing: [Number.NaN, 0.1] }, 'none', 1],
  ])('the pixel size is resolved for a file with %s', (_content, known, source, size) => {
    const found = resolveSpacing(facts(known))
    expect(found.source).toBe(source)
    expect(found.spacing.column).toBeCloseTo(size, 12)
    expect(found.spacing.row).toBeCloseTo(size, 12)
    expect(found.spacing.unit).toBe(source === 'none' ? 'px' : 'mm')
  })

  test('row spacing comes before column spacing in a file', () => {
    expect(resolveSpacing(facts({ pixelSpacing: [0.2, 0.1] })).spacing).toEqual({
      row: 0.2,
      column: 0.1,
      unit: 'mm',
    })
  })

  test('an aspect ratio without spacing gives the proportions of a pixel, not its size', () => {
    const known = facts({ pixelAspectRatio: [2, 1] })
    expect(resolveSpacing(known)).toEqual({
      spacing: { row: 2, column: 1, unit: 'px' },
      source: 'none',
    })
    expect(getPixelAspect(known)).toBe(2)
  })

  test('an aspect ratio is ignored if the file has a spacing', () => {
    const known = facts({ imagerPixelSpacing: detector, pixelAspectRatio: [2, 1] })
    expect(resolveSpacing(known).spacing.row).toBe(0.1486)
    expect(getPixelAspect(known)).toBe(1)
  })

  test('a calibration respects the aspect ratio of the file', () => {
    const calibration = { method: 'length', millimetres: 10, pixels: 100 } as const
    expect(resolveSpacing(facts({ pixelAspectRatio: [2, 1] }), calibration).spacing).toEqual({
      row: 0.2,
      column: 0.1,
      unit: 'mm',
    })
  })

  test('without spacing facts the pixel size is unknown', () => {
    expect(resolveSpacing(null).source).toBe('none')
    expect(resolveSpacing(undefined, null).source).toBe('none')
  })
})

describe('a calibration', () => {
  test('calibration by a ball of 25 mm over 185 pixels', () => {
    const calibration = createCalibration(
      { method: 'ball', from: { x: 400, y: 300 }, to: { x: 492.5, y: 300 }, millimetres: 25 },
      null,
    )
    expect(calibration?.pixels).toBe(185)
    const { spacing, source } = resolveSpacing(null, calibration)
    expect(source).toBe('calibrated')
    expect(spacing.column.toFixed(6)).toBe('0.135135')
    expect(spacing.row).toBe(spacing.column)
  })

  test('a calibration overrides everything in the file', () => {
    const known = facts({ pixelSpacing: [0.5, 0.5], calibrationType: 'GEOMETRY' })
    const calibration = { method: 'length', millimetres: 10, pixels: 100 } as const
    expect(resolveSpacing(known, calibration).spacing).toEqual({
      row: 0.1,
      column: 0.1,
      unit: 'mm',
    })
  })

  test('a calibration with unequal pixels does not depend on the direction of the object', () => {
    const known = facts({ imagerPixelSpacing: [0.2, 0.1] })
    const upright = createCalibration(
      { method: 'length', from: { x: 10, y: 10 }, to: { x: 10, y: 60 }, millimetres: 20 },
      known,
    )
    const horizontal = createCalibration(
      { method: 'length', from: { x: 10, y: 10 }, to: { x: 110, y: 10 }, millimetres: 20 },
      known,
    )
    expect(upright).toEqual(horizontal)
    expect(resolveSpacing(known, upright).spacing).toEqual({ row: 0.4, column: 0.2, unit: 'mm' })
    expect(getPixelAspect(known)).toBe(2)
  })

  test('a calibration of length 0 is refused', () => {
    const point = { x: 10, y: 10 }
    const click = { method: 'length', from: point, to: point, millimetres: 20 } as const
    expect(createCalibration(click, null)).toBeUndefined()
    const far = { ...click, to: { x: 20, y: 10 }, millimetres: 0 }
    expect(createCalibration(far, null)).toBeUndefined()
  })

  test('calibration by magnification matches the published value', () => {
    const known = facts({ imagerPixelSpacing: detector, magnificationFactor: 1.1 })
    expect(resolveSpacing(known).spacing.column.toFixed(6)).toBe('0.135091')
  })
})
