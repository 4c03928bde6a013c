import type { ImageId } from '@talus/contract'
import {
  activateCell,
  emptyCell,
  showsImage,
  placeImage,
  resizeGrid,
} from '../../core/grid/grid.ts'
import type { Grid } from '../../core/model.ts'

/** Places an image beside the active one, which stays active. */
export function placeBeside(grid: Grid, imageId: ImageId): Grid {
  if (showsImage(grid, imageId)) return grid
  // New cells stay empty except for the requested image.
  const wide = grid.columns > 1 ? grid : resizeGrid(grid, grid.rows, 2, [])
  const active = grid.columns > 1 ? grid.active : grid.active * 2
  const rows = grid.columns > 1 ? wide : moveToLeftColumn(grid, wide)
  const isLast = active % rows.columns === rows.columns - 1
  const index = isLast ? active - 1 : active + 1
  return activateCell(placeImage(rows, imageId, index) ?? rows, active)
}

/** Moves a single column to the left one of two, row by row. */
function moveToLeftColumn(narrow: Grid, wide: Grid): Grid {
  return {
    ...wide,
    cells: wide.cells.map((cell) => ({
      ...cell,
      imageId: cell.column === 0 ? narrow.cells[cell.row]?.imageId : undefined,
    })),
  }
}

/** Removes images from the grid; of two cells, an emptied one is removed too. */
export function removeImages(grid: Grid, isRemoved: (imageId: ImageId) => boolean): Grid {
  const remaining = grid.cells.reduce(
    (now, { imageId }, index) =>
      imageId !== undefined && isRemoved(imageId) ? emptyCell(now, index) : now,
    grid,
  )
  const kept = remaining.cells.findIndex(({ imageId }) => imageId !== undefined)
  if (remaining === grid || remaining.cells.length !== 2 || kept === -1) return remaining
  return resizeGrid(activateCell(remaining, kept), 1, 1, [])
}
