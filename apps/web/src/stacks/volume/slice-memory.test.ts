import { createKernel, emptyCell, packSlice } from '@talus/volume'
import { expect, test } from 'vitest'
import { createStack } from '../testing/stacks.ts'
import { createSliceMemory } from './slice-memory.ts'

const size = { columns: 4, rows: 4 }
const values = Int16Array.from({ length: 16 }, (_, at) => (at === 5 ? -2000 : 10 * at))
const packed = packSlice(createKernel(), values, size.columns, size.rows)

test('padding is no measurement, in volumes and in slices that are no volume', () => {
  for (const kind of ['volume', 'stack'] as const) {
    const stack = createStack('ct', 3, { ...size, kind, padding: [-2000, -2000] })
    const memory = createSliceMemory(stack, 0)
    memory.add(1, packed)
    expect(memory.count()).toBe(1)
    expect(memory.has(0)).toBe(false)
    expect(memory.read(1)?.[5]).toBe(emptyCell)
    expect(memory.read(1)?.[6]).toBe(60)
  }
})

test('slices that are no volume have no planes', () => {
  const memory = createSliceMemory(createStack('ct', 3, { ...size, kind: 'stack' }), 0)
  memory.add(0, packed)
  expect(() => memory.shrink()).toThrow('no planes')
})
