import { expect, test } from 'vitest'
import { nextSlabMode, stepSlab, toSlab } from './slab.ts'

const off = { isOn: false, mode: 'mip', thickness: 10 } as const

test('the first press for a thicker plane starts the slab, the last for a thinner one ends it', () => {
  const on = stepSlab(off, 1)
  expect(on).toStrictEqual({ ...off, isOn: true })
  expect(stepSlab(on, 1).thickness).toBe(15)
  expect(stepSlab({ ...on, thickness: 1 }, -1).isOn).toBe(false)
  expect(stepSlab(off, -1)).toBe(off)
})

test('the kinds of slabs follow each other and end with the thin plane', () => {
  const seen = [off, off, off, off].reduce<(typeof off | ReturnType<typeof nextSlabMode>)[]>(
    (list) => [...list, nextSlabMode(list.at(-1) ?? off)],
    [off],
  )
  expect(seen.map(({ isOn, mode }) => (isOn ? mode : 'off'))).toStrictEqual([
    'off',
    'mip',
    'minip',
    'mean',
    'off',
  ])
})

test('a slab that is off has no thickness', () => {
  expect(toSlab(off).thickness).toBe(0)
})
