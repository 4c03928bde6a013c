import { describe, expect, test } from 'vitest'
import { createChartScale } from './chart-scale.ts'

const area = { left: 30, right: 290, top: 10, bottom: 120 }
const at = (day: string) => `${day}T10:00:00.000Z`

describe('the scale of a chart', () => {
  const points = [
    { value: 9.6, at: at('2024-01-01') },
    { value: 10.1, at: at('2025-01-01') },
    { value: 11.2, at: at('2026-01-01') },
  ]
  const scale = createChartScale(points, { low: 8.5, high: 10.5 }, area)

  test('the chart scale contains all values and the whole band', () => {
    for (const value of [8.5, 9.6, 10.5, 11.2]) {
      expect(scale.y(value)).toBeGreaterThan(area.top)
      expect(scale.y(value)).toBeLessThan(area.bottom)
    }
  })

  test('the chart scale maps values upwards and time to the right', () => {
    expect(scale.y(11.2)).toBeLessThan(scale.y(9.6))
    expect(scale.x(at('2024-01-01'))).toBe(area.left)
    expect(scale.x(at('2026-01-01'))).toBe(area.right)
    expect(scale.x(at('2025-01-01'))).toBeCloseTo(160, 0)
  })

  test('the chart scale has few lines at round numbers', () => {
    expect(scale.lines.length).toBeLessThanOrEqual(6)
    for (const line of scale.lines) expect(line * 2).toBeCloseTo(Math.round(line * 2))
  })

  test('the chart scale is valid for a single day and value', () => {
    const one = [{ value: 10, at: at('2026-01-01') }]
    const alone = createChartScale([...one, ...one], undefined, area)
    expect(alone.x(at('2026-01-01'))).toBe(160)
    expect(Number.isFinite(alone.y(10))).toBe(true)
    expect(alone.top).toBeGreaterThan(alone.bottom)
  })
})
