import type { Drawing, ImageId, ImageMetadata, Point } from '@talus/contract'
import { activateCell, placeImage } from '../../core/grid/grid.ts'
import { withViewport } from '../../core/store/viewer-store.ts'
import type { ViewerStore } from '../../core/store/viewer-store.ts'

/** Centre of the bounding box of a drawing, without its label. */
export function getDrawingCentre({ steps }: Drawing): Point | undefined {
  const points = steps.flatMap(({ handles, points = [] }) => [
    ...Object.entries(handles).flatMap(([name, point]) => (name === 'textBox' ? [] : [point])),
    ...points,
  ])
  if (points.length === 0) return undefined
  const between = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  return { x: between(points.map(({ x }) => x)), y: between(points.map(({ y }) => y)) }
}

/** Selects a drawing, shows its image, and centres it if the image is zoomed. */
export function jumpToDrawing(
  store: ViewerStore,
  imageId: ImageId,
  drawing: Drawing,
  metadata: ImageMetadata | undefined,
) {
  store.set((now) => {
    const { grid } = now
    const at = grid.cells.findIndex((cell) => cell.imageId === imageId)
    return {
      ...now,
      grid: at === -1 ? (placeImage(grid, imageId, grid.active) ?? grid) : activateCell(grid, at),
      areDrawingsVisible: true,
      selected: { imageId, drawingId: drawing.id },
    }
  })
  const { viewport, crop } = store.imageState(imageId)
  const middle = getDrawingCentre(drawing)
  if (!middle || !metadata || viewport.zoom === null) return
  const { Columns: columns, Rows: rows } = metadata
  const centre = crop
    ? { x: (crop.start.x + crop.end.x) / 2, y: (crop.start.y + crop.end.y) / 2 }
    : { x: columns / 2, y: rows / 2 }
  const pan = { x: middle.x - centre.x, y: middle.y - centre.y }
  store.adjust(imageId, withViewport({ pan }))
}
