import { expect, test } from 'vitest'
import { place } from './hint-place.ts'

const view = { width: 1000, height: 600 }
const hint = { width: 200, height: 30 }

test('a hint stands centred below its target', () => {
  const at = place({ left: 400, top: 100, width: 100, height: 40 }, hint, view, 'below')
  expect(at).toEqual({ left: 350, top: 146 })
})

test('at the bottom of the screen it stands above', () => {
  const at = place({ left: 400, top: 550, width: 100, height: 40 }, hint, view, 'below')
  expect(at.top).toBe(514)
})

test('at the right edge it stays on screen', () => {
  const at = place({ left: 960, top: 100, width: 32, height: 32 }, hint, view, 'below')
  expect(at.left).toBe(792)
})

test('beside the rail it stands at the right, at the height of its item', () => {
  const at = place({ left: 12, top: 60, width: 40, height: 40 }, hint, view, 'right')
  expect(at).toEqual({ left: 58, top: 65 })
})
