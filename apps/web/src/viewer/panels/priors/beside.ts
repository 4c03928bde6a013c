import type { ImageId } from '@talus/contract'
import { activated, emptied, holds, placed, resized } from '../../grid/grid.ts'
import type { Grid } from '../../model.ts'

/** The grid with an image beside the active one, which stays the active one. */
export function beside(grid: Grid, imageId: ImageId): Grid {
  if (holds(grid, imageId)) return grid
  // Nothing fills the new place but the image that is asked for.
  const wide = grid.columns > 1 ? grid : resized(grid, grid.rows, 2, [])
  const active = grid.columns > 1 ? grid.active : grid.active * 2
  const rows = grid.columns > 1 ? wide : spread(grid, wide)
  const isLast = active % rows.columns === rows.columns - 1
  const place = isLast ? active - 1 : active + 1
  return activated(placed(rows, imageId, place) ?? rows, active)
}

/** One column becomes the left of two, row for row. */
function spread(narrow: Grid, wide: Grid): Grid {
  return {
    ...wide,
    cells: wide.cells.map((cell) => ({
      ...cell,
      imageId: cell.column === 0 ? narrow.cells[cell.row]?.imageId : undefined,
    })),
  }
}

/** The grid without the images named; two cells of which one was emptied become one. */
export function without(grid: Grid, isGone: (imageId: ImageId) => boolean): Grid {
  const left = grid.cells.reduce(
    (now, { imageId }, index) =>
      imageId !== undefined && isGone(imageId) ? emptied(now, index) : now,
    grid,
  )
  const kept = left.cells.findIndex(({ imageId }) => imageId !== undefined)
  if (left === grid || left.cells.length !== 2 || kept === -1) return left
  return resized(activated(left, kept), 1, 1, [])
}
