import { describe, expect, test } from 'vitest'
import { listDrawingNotes } from './drawing-notes.ts'
import type { Region } from './regions.ts'
import { resolveSpacing } from './spacing.ts'
import {
  circle,
  createContext,
  createDrawing,
  line,
  mm,
  unknownSpacing,
} from './testing/drawings.ts'
import { getTool } from './tools.ts'

/** Tissue of 0.2 mm per pixel above a Doppler trace; a second tissue of 0.4 mm beside both. */
const tissue: Region = { left: 0, top: 0, right: 600, bottom: 400, spacing: [0.2, 0.2] }
const trace: Region = { left: 0, top: 400, right: 600, bottom: 600, spacing: null }
const other: Region = { left: 600, top: 0, right: 1200, bottom: 600, spacing: [0.4, 0.4] }
const noFacts = {
  pixelSpacing: null,
  imagerPixelSpacing: null,
  pixelAspectRatio: null,
  calibrationType: null,
  magnificationFactor: null,
  distanceSourceToDetector: null,
  distanceSourceToPatient: null,
} as const
const regions = [tissue, trace, other]
const context = { ...createContext(unknownSpacing, 1200, 800), regions }

const measure = (...points: Parameters<typeof line>) => {
  const drawing = createDrawing('length', line(...points))
  const measured = getTool('length').measure(drawing, context)
  const [length] = measured
  return [
    length && Math.round(length.value * 1e6) / 1e6,
    length?.unit,
    ...listDrawingNotes(drawing, measured, context),
  ]
}

describe('a length on an ultrasound image', () => {
  test('a length inside a region is calibrated by that region: 500 pixels are 100 mm', () => {
    expect(measure([50, 50], [550, 50])).toEqual([100, 'mm'])
    expect(measure([50, 50], [350, 399])).toEqual([
      Math.round(Math.hypot(300, 349) * 0.2e6) / 1e6,
      'mm',
    ])
    expect(measure([650, 50], [1150, 50])).toEqual([200, 'mm'])
  })

  test('a length across regions, outside of them or in a trace is in pixels, with the reason', () => {
    expect(measure([350, 50], [850, 50])).toEqual([500, 'px', 'acrossRegions'])
    expect(measure([50, 700], [550, 700])).toEqual([500, 'px', 'outsideRegions'])
    expect(measure([50, 500], [550, 500])).toEqual([500, 'px', 'outsideRegions'])
    expect(measure([50, 350], [50, 450])).toEqual([100, 'px', 'acrossRegions'])
  })

  test('a length from one region into nothing does not claim a second region', () => {
    const drawing = createDrawing('length', line([50, 50], [50, 700]))
    const alone = { ...context, regions: [tissue] }
    const measured = getTool('length').measure(drawing, alone)
    expect(listDrawingNotes(drawing, measured, alone)).toEqual(['outsideRegions'])
  })

  test('overlapping regions must agree on the size of a pixel', () => {
    const inside = (more: Region) => {
      const drawing = createDrawing('length', line([50, 50], [550, 50]))
      const [length] = getTool('length').measure(drawing, { ...context, regions: [tissue, more] })
      return length?.unit
    }
    expect(inside({ ...tissue, spacing: [0.200_01, 0.2] })).toBe('mm')
    expect(inside({ ...tissue, spacing: [0.3, 0.3] })).toBe('px')
    expect(inside({ ...tissue, spacing: null })).toBe('px')
  })

  test('an angle needs no reason, and a calibration by the user replaces the regions', () => {
    const angle = createDrawing('angle', {
      ...line([50, 50], [850, 50]),
      middle: { x: 300, y: 90 },
    })
    const measured = getTool('angle').measure(angle, context)
    expect(listDrawingNotes(angle, measured, context)).toEqual([])
    const facts = { ...noFacts, regions }
    expect(resolveSpacing(facts)).toMatchObject({ source: 'regions', regions })
    expect(resolveSpacing({ ...facts, regions: [trace] }).source).toBe('none')
    const calibration = { method: 'length', millimetres: 10, pixels: 100 } as const
    expect(resolveSpacing(facts, calibration)).toMatchObject({
      source: 'calibrated',
      spacing: mm(0.1),
    })
    expect(resolveSpacing(facts, calibration).regions).toBeUndefined()
  })
})

test('the size of a scanned film is used after those of file and detector', () => {
  const scanned = { ...noFacts, nominalScannedPixelSpacing: [0.2, 0.2] as [number, number] }
  expect(resolveSpacing(scanned)).toMatchObject({ source: 'scanned', spacing: mm(0.2) })
  expect(resolveSpacing({ ...scanned, imagerPixelSpacing: [0.1, 0.1] }).source).toBe('detector')
  expect(resolveSpacing({ ...scanned, pixelSpacing: [0.1, 0.1] }).source).toBe('file')
  expect(resolveSpacing({ ...scanned, magnificationFactor: 2 })).toMatchObject({
    source: 'magnification',
    spacing: mm(0.1),
  })
})

describe('a warning at the drawing of a tuberosity advancement', () => {
  const spacing = createContext(mm(1))
  const notes = (tibiaY: number, tuberosityX: number) => {
    const drawing = createDrawing(
      'tta',
      circle([100, 100], 20),
      circle([100, tibiaY], 20),
      line([150, 90], [150, 200]),
      line([tuberosityX, 180], [150, 180]),
    )
    return listDrawingNotes(drawing, getTool('tta').measure(drawing, spacing), spacing)
  }

  test('circles that are more than 2 mm apart, or overlap by more, are reported', () => {
    expect(notes(142, 140)).toEqual([])
    expect(notes(142.1, 140)).toEqual(['contactGap'])
    expect(notes(137.9, 140)).toEqual(['contactGap'])
  })

  test('a negative advancement is reported', () => {
    expect(notes(140, 160)).toEqual(['noAdvancement'])
  })
})
