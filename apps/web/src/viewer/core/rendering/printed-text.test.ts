import { expect, test } from 'vitest'
import { enlargeText, getReadableTextSize } from './printed-text.ts'

const viewport = { width: 900, height: 700 }
const text = { box: { x: 100, y: 100, width: 50, height: 16 }, size: 13, isCentred: false }

test.each([
  [900, 700],
  [1800, 900],
  [400, 1000],
])('texts of a picture of %i by %i px are printed with 6 pt at least', (width, height) => {
  const size = getReadableTextSize({ width, height })
  const { factor } = enlargeText(text, size, { width, height })
  const printedScale = Math.min(456 / width, 360 / height)
  expect(text.size * factor * printedScale * 0.75).toBeGreaterThanOrEqual(5.999)
})

test('a text that is large enough stays as it is', () => {
  expect(enlargeText(text, 10, viewport)).toEqual({ ...text.box, factor: 1 })
})

test('an enlarged text stays inside of the viewport', () => {
  const corner = { ...text, box: { x: 860, y: 2, width: 40, height: 16 } }
  const { x, y, width, height } = enlargeText(corner, 26, viewport)
  expect([width, height]).toEqual([80, 32])
  expect([x, y]).toEqual([820, 0])
})

test('a centred text grows to both sides', () => {
  const { x, width } = enlargeText({ ...text, isCentred: true }, 26, viewport)
  expect(x + width / 2).toBe(125)
})
