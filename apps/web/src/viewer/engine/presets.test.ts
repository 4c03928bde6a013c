import type { ImageDisplay } from '@talus/contract'
import { expect, test } from 'vitest'
import { greyPixels } from './levels.ts'
import { presetsOf } from './presets.ts'
import { plainDisplay } from './testing/plain-display.ts'

const display: ImageDisplay = {
  ...plainDisplay,
  windows: [
    { center: 1, width: 2, function: 'LINEAR', name: 'NORMAL' },
    { center: 3, width: 4, function: 'LINEAR', name: 'HARDER' },
  ],
}
const numbers = Uint16Array.from({ length: 1000 }, (_, at) => at)
const pixels = greyPixels(numbers.buffer, { ...display, columns: 50, rows: 20 })
const edges = (kind: string, shown = display) => {
  const window = presetsOf(shown, pixels, 'Chest').find((one) => one.kind === kind)?.window
  return (
    window && [
      window.center - 0.5 - (window.width - 1) / 2,
      window.center - 0.5 + (window.width - 1) / 2,
    ]
  )
}

test('what one looks for in a part of the body stands first, after the wishes of the file', () => {
  const kinds = (part: string) => presetsOf(display, pixels, part).map(({ kind }) => kind)
  expect(kinds('Chest')).toEqual(['file', 'named', 'auto', 'lung', 'softTissue', 'bone'])
  expect(kinds('Left Carpus')).toEqual(['file', 'named', 'auto', 'bone', 'softTissue'])
})

test('a window spreads a share of the pixels over all greys', () => {
  expect(edges('auto')).toEqual([10, 990])
  expect(edges('bone')).toEqual([350, 999])
})

test('bone is bright also where low numbers are', () => {
  expect(edges('bone', { ...display, isInverted: true })).toEqual([0, 650])
  const turned = edges('bone', { ...display, slope: -1, intercept: 1000 })
  expect(turned).toEqual([350, 1000])
})
