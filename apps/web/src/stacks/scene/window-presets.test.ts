import { expect, test } from 'vitest'
import { listWindowPresets } from './window-presets.ts'

test('CT begins with the window presets of the specification', () => {
  expect(listWindowPresets({ unit: 'HU' }).slice(0, 4)).toStrictEqual([
    { name: 'soft', window: { center: 40, width: 400 } },
    { name: 'lung', window: { center: -600, width: 1500 } },
    { name: 'bone', window: { center: 300, width: 1500 } },
    { name: 'brain', window: { center: 40, width: 80 } },
  ])
})

test('MR has no presets in Hounsfield units', () => {
  expect(listWindowPresets({ unit: null }).map(({ name }) => name)).toStrictEqual([
    'file',
    'auto',
    'autoTight',
  ])
})
