import { ImageId } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { activateCell, createGrid, placeImage, resizeGrid } from '../../core/grid/grid.ts'
import { placeBeside, removeImages } from './place-beside.ts'

const id = (number: number) => ImageId.parse(number)
const study = [1, 2, 3, 4].map(id)
const shown = ({ cells }: ReturnType<typeof createGrid>) => cells.map(({ imageId }) => imageId)

describe('an earlier image', () => {
  test('a prior image is placed right of a single image, which stays active', () => {
    const grid = placeBeside(createGrid(study), id(90))
    expect(grid).toMatchObject({ rows: 1, columns: 2, active: 0 })
    expect(shown(grid)).toEqual([1, 90])
  })

  test('in a larger grid a prior image replaces the one beside the active image', () => {
    const four = resizeGrid(createGrid(study), 2, 2, study)
    expect(shown(placeBeside(activateCell(four, 2), id(90)))).toEqual([1, 2, 3, 90])
    expect(shown(placeBeside(activateCell(four, 3), id(90)))).toEqual([1, 2, 90, 4])
  })

  test('adding a column for a prior image keeps the rows', () => {
    const rows = activateCell(resizeGrid(createGrid(study), 2, 1, study), 1)
    const grid = placeBeside(rows, id(90))
    expect(grid).toMatchObject({ rows: 2, columns: 2, active: 2 })
    expect(shown(grid)).toEqual([1, undefined, 2, 90])
  })

  test('a prior image is not placed twice', () => {
    const grid = placeBeside(createGrid(study), id(90))
    expect(placeBeside(grid, id(90))).toBe(grid)
  })

  test('removing the prior image restores the grid', () => {
    const grid = placeBeside(createGrid(study), id(90))
    expect(removeImages(grid, (one) => one === id(90))).toEqual(createGrid(study))
    const swapped = placeImage(grid, id(3), 0) ?? grid
    expect(shown(removeImages(swapped, (one) => one === id(90)))).toEqual([3])
    expect(removeImages(createGrid(study), () => false)).toEqual(createGrid(study))
  })
})
