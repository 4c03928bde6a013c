import type { ImageDisplay } from '@talus/contract'
import { expect, test } from 'vitest'
import { createGreyPixels } from '../loading/levels.ts'
import { listWindowPresets } from './window-presets.ts'
import { plainDisplay } from '../testing/plain-display.ts'

const display: ImageDisplay = {
  ...plainDisplay,
  windows: [
    { center: 1, width: 2, function: 'LINEAR', name: 'NORMAL' },
    { center: 3, width: 4, function: 'LINEAR', name: 'HARDER' },
  ],
}
const values = Uint16Array.from({ length: 1000 }, (_, at) => at)
const pixels = createGreyPixels(values.buffer, { ...display, columns: 50, rows: 20, step: 1 })
const edges = (kind: string, shown = display) => {
  const window = listWindowPresets(shown, pixels, 'Chest').find((one) => one.kind === kind)?.window
  return (
    window && [
      window.center - 0.5 - (window.width - 1) / 2,
      window.center - 0.5 + (window.width - 1) / 2,
    ]
  )
}

test('the most useful preset for the body part comes first, after those of the file', () => {
  const kinds = (part: string) => listWindowPresets(display, pixels, part).map(({ kind }) => kind)
  expect(kinds('Chest')).toEqual(['file', 'named', 'auto', 'lung', 'softTissue', 'bone'])
  expect(kinds('Left Carpus')).toEqual(['file', 'named', 'auto', 'bone', 'softTissue'])
})

test('every window and every VOI LUT of a file is offered, also without a name', () => {
  const table = { first: 5, levels: [0, 1], name: 'SOFTER' }
  const list = (windows: ImageDisplay['windows'], tables: ImageDisplay['tables']) =>
    listWindowPresets({ ...display, windows, tables }, pixels, '')
      .slice(0, -3)
      .map(({ kind, window, ...one }) => [
        kind,
        'name' in one ? one.name : '',
        window?.voiLut ?? window?.center,
      ])
  const unnamed = { center: 9, width: 4, function: 'LINEAR', name: '' } as const
  expect(list([...display.windows, unnamed], [table, { ...table, name: '' }])).toEqual([
    ['file', 'NORMAL', undefined],
    ['named', 'HARDER', 3],
    ['named', '', 9],
    ['table', 'SOFTER', 0],
    ['table', '', 1],
  ])
  expect(list([], [table, table])).toEqual([
    ['file', 'SOFTER', undefined],
    ['table', 'SOFTER', 1],
  ])
})

test('a preset spreads a range of percentiles over all grey levels', () => {
  expect(edges('auto')).toEqual([10, 990])
  expect(edges('bone')).toEqual([350, 999])
})

test('the bone preset works if low values are bright', () => {
  expect(edges('bone', { ...display, isInverted: true })).toEqual([0, 650])
  const negative = edges('bone', { ...display, slope: -1, intercept: 1000 })
  expect(negative).toEqual([350, 1000])
})
