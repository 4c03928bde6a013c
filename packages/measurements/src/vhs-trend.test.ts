import { ImageId, PatientMeasurement, StudyId } from '@talus/contract'
import { expect, test } from 'vitest'
import { computeCountedHeartScore, countVertebrae } from './counted-heart-score.ts'
import { addStep, updateLengths } from './steps.ts'
import { createContext, crossed, createDrawing, line, mm } from './testing/drawings.ts'
import { findRecentRise, computeVhsTrend } from './vhs-trend.ts'

function scored(createdOn: string, score: number, bodyPartView = 'LAT') {
  // Five vertebrae of 10 mm each, and two axes that add up to the score.
  const half = (score * 100) / 2
  const drawing = createDrawing(
    'vhs',
    line([100, 100], [600, 100]),
    crossed([1000, 500], [1000, 500 + half], [900, 600], [900 + half, 600]),
  )
  return PatientMeasurement.parse({
    studyId: StudyId.parse(1),
    imageId: ImageId.parse(1),
    createdOn,
    bodyPart: 'THORAX',
    bodyPartView,
    drawing: updateLengths(drawing, createContext(mm(0.1))),
  })
}

test('the trend is read from the saved lengths, oldest first', () => {
  const trend = computeVhsTrend([
    scored('2026-03-01T10:00:00.000Z', 10.4),
    scored('2025-01-01T10:00:00.000Z', 9.6),
  ])
  expect(trend.map(({ value }) => value.toFixed(3))).toEqual(['9.600', '10.400'])
})

test('an unfinished measurement is not in the trend', () => {
  const whole = scored('2026-03-01T10:00:00.000Z', 10)
  const steps = whole.drawing.steps.filter(({ step }) => step === 1)
  expect(computeVhsTrend([{ ...whole, drawing: { ...whole.drawing, steps } }])).toEqual([])
})

test('a rise of half a vertebra within half a year is reported, on the same view only', () => {
  const before = scored('2026-01-01T10:00:00.000Z', 10)
  const now = scored('2026-06-01T10:00:00.000Z', 10.5)
  expect(findRecentRise(computeVhsTrend([before, now]))).toBeCloseTo(0.5, 9)
  expect(
    findRecentRise(computeVhsTrend([before, scored('2026-06-01T10:00:00.000Z', 10.4)])),
  ).toBeUndefined()
  expect(
    findRecentRise(computeVhsTrend([before, scored('2026-09-01T10:00:00.000Z', 10.9)])),
  ).toBeUndefined()
  expect(findRecentRise(computeVhsTrend([{ ...before, bodyPartView: 'VD' }, now]))).toBeUndefined()
  expect(findRecentRise(computeVhsTrend([now]))).toBeUndefined()
  expect(findRecentRise([])).toBeUndefined()
})

test('saved lengths are recomputed with the calibration', () => {
  const { drawing } = scored('2026-01-01T10:00:00.000Z', 10)
  const first = drawing.steps[0]
  const again = first && addStep(drawing, first, createContext(mm(0.2)))
  expect(drawing.steps.map(({ length }) => length?.toFixed(3))).toEqual(['50.000', '50.000'])
  expect(again?.steps.map(({ length }) => length?.toFixed(3))).toEqual(['100.000', '100.000'])
  expect(again?.steps[1]?.perpendicularLength?.toFixed(3)).toBe('100.000')
})

test('the heart score is counted vertebra by vertebra', () => {
  const boundaries = [0, 9.6, 19.4, 29.4, 39.6, 50]
  expect(countVertebrae(boundaries, 50)).toBeCloseTo(5, 12)
  expect(countVertebrae(boundaries, 46)?.toFixed(3)).toBe('4.615')
  const score = computeCountedHeartScore({ boundaries, longAxis: 50, shortAxis: 46 })
  expect(score?.toFixed(3)).toBe('9.615')
  expect(score?.toFixed(1)).toBe('9.6')
  expect(countVertebrae(boundaries, 0)).toBe(0)
  expect(countVertebrae(boundaries, 9.6)).toBeCloseTo(1, 12)
  // The first boundary need not be 0; beyond the end, the last vertebra is repeated.
  expect(countVertebrae([100, 110, 120], 15)).toBeCloseTo(1.5, 12)
  expect(countVertebrae(boundaries, 60.4)).toBeCloseTo(6, 12)
  expect(countVertebrae([0, 10, 10], 5)).toBeUndefined()
  expect(countVertebrae([0], 5)).toBeUndefined()
})
