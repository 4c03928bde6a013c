import { expect, test } from 'vitest'
import { arrange, fits, layoutNames, layouts } from './layouts.ts'

test('the layouts have the number of viewports of the specification, and one layout compares two series', () => {
  const counts = Object.fromEntries(layoutNames.map((name) => [name, layouts[name].cells.length]))
  expect(counts).toStrictEqual({
    '2d': 1,
    '2x2': 4,
    '1x4': 4,
    '4x1': 4,
    mpr: 3,
    '3d-four-up': 4,
    '3d-main': 2,
    'axial-primary': 2,
    '3d-only': 1,
    '3d-primary': 2,
    'frame-view': 1,
    '1x2': 2,
  })
})

test('every layout has its own key', () => {
  expect(new Set(layoutNames.map((name) => layouts[name].key)).size).toBe(layoutNames.length)
})

test('every viewport of a layout has an area', () => {
  for (const name of layoutNames) {
    const areas = new Set(layouts[name].areas.join(' ').split(' '))
    expect([...areas].toSorted()).toStrictEqual(
      ['a', 'b', 'c', 'd'].slice(0, layouts[name].cells.length),
    )
  }
})

test('planes and 3D need a volume, stacks do not', () => {
  for (const name of layoutNames)
    expect(layouts[name].needsVolume).toBe(
      layouts[name].cells.some(({ kind }) => kind === 'plane' || kind === 'volume'),
    )
})

test('on an upright phone, two or three viewports are below each other and four stay as they were chosen', () => {
  const get = (name: (typeof layoutNames)[number]) => arrange(layouts[name], 'upright')
  expect(get('mpr')).toEqual({ areas: ['a a', 'b c'], columns: '1fr 1fr', rows: '3fr 2fr' })
  expect(get('3d-main')).toEqual({ areas: ['a', 'b'], columns: '1fr', rows: '2fr 1fr' })
  expect(get('1x2')).toEqual({ areas: ['a', 'b'], columns: '1fr', rows: '1fr 1fr' })
  for (const name of ['2x2', '3d-four-up', '3d-only'] as const)
    expect(get(name)).toEqual(arrange(layouts[name], undefined))
  expect(arrange(layouts.mpr, undefined)).toEqual({
    areas: ['a b', 'a c'],
    columns: '3fr 2fr',
    rows: undefined,
  })
})

test('four stacks in one row or column are shown two by two on a phone where they would be too small', () => {
  const square = arrange(layouts['2x2'], undefined)
  for (const name of ['1x4', '4x1'] as const) {
    expect(arrange(layouts[name], 'upright')).toEqual(square)
    expect(arrange(layouts[name], undefined)).not.toEqual(square)
  }
  expect(arrange(layouts['4x1'], 'low')).toEqual(square)
  expect(arrange(layouts['1x4'], 'low').areas).toEqual(['a b c d'])
  const offered = layoutNames.filter((name) => fits(layouts[name], 'upright'))
  expect(layoutNames.filter((name) => !offered.includes(name))).toEqual(['1x4', '4x1'])
})
