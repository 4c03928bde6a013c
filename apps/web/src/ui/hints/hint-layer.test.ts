import { expect, test } from 'vitest'
import { computeHintPosition } from './hint-layer.tsx'

const view = { width: 1000, height: 600 }
const hint = { width: 200, height: 30 }

test('a hint is centred below its target', () => {
  const at = computeHintPosition(
    { left: 400, top: 100, width: 100, height: 40 },
    hint,
    view,
    'below',
  )
  expect(at).toEqual({ left: 350, top: 146 })
})

test('a hint at the bottom of the screen is above its target', () => {
  const at = computeHintPosition(
    { left: 400, top: 550, width: 100, height: 40 },
    hint,
    view,
    'below',
  )
  expect(at.top).toBe(514)
})

test('a hint at the right edge stays on screen', () => {
  const at = computeHintPosition(
    { left: 960, top: 100, width: 32, height: 32 },
    hint,
    view,
    'below',
  )
  expect(at.left).toBe(792)
})

test('a hint of the navigation rail is at the right of its item', () => {
  const at = computeHintPosition({ left: 12, top: 60, width: 40, height: 40 }, hint, view, 'right')
  expect(at).toEqual({ left: 58, top: 65 })
})
