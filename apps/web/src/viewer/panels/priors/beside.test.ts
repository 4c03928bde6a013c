import { ImageId } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { activated, gridOf, placed, resized } from '../../grid/grid.ts'
import { beside, without } from './beside.ts'

const id = (number: number) => ImageId.parse(number)
const study = [1, 2, 3, 4].map(id)
const shown = ({ cells }: ReturnType<typeof gridOf>) => cells.map(({ imageId }) => imageId)

describe('an earlier image', () => {
  test('comes to the right of the only one, which stays active', () => {
    const grid = beside(gridOf(study), id(90))
    expect(grid).toMatchObject({ rows: 1, columns: 2, active: 0 })
    expect(shown(grid)).toEqual([1, 90])
  })

  test('takes the place beside the active one in a larger grid', () => {
    const four = resized(gridOf(study), 2, 2, study)
    expect(shown(beside(activated(four, 2), id(90)))).toEqual([1, 2, 3, 90])
    expect(shown(beside(activated(four, 3), id(90)))).toEqual([1, 2, 90, 4])
  })

  test('keeps rows as they are', () => {
    const rows = activated(resized(gridOf(study), 2, 1, study), 1)
    const grid = beside(rows, id(90))
    expect(grid).toMatchObject({ rows: 2, columns: 2, active: 2 })
    expect(shown(grid)).toEqual([1, undefined, 2, 90])
  })

  test('does not come twice', () => {
    const grid = beside(gridOf(study), id(90))
    expect(beside(grid, id(90))).toBe(grid)
  })

  test('leaves the study alone again', () => {
    const grid = beside(gridOf(study), id(90))
    expect(without(grid, (one) => one === id(90))).toEqual(gridOf(study))
    const swapped = placed(grid, id(3), 0) ?? grid
    expect(shown(without(swapped, (one) => one === id(90)))).toEqual([3])
    expect(without(gridOf(study), () => false)).toEqual(gridOf(study))
  })
})
