import type { ImageId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { Grid } from '../model.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import {
  activateCell,
  emptyCell,
  enlargeCell,
  findNextImage,
  placeImage,
  resizeGrid,
  restoreGrid,
} from './grid.ts'

/** Actions on the grid for thumbnails, viewports, keys and the size picker. */
export function useGridActions(store: ViewerStore, study: readonly ImageId[]) {
  const { t } = useTranslation()
  const change = (next: (now: Grid) => Grid) =>
    store.set((now) => {
      const grid = next(now.grid)
      return grid === now.grid ? now : { ...now, grid }
    })
  const place = (imageId: ImageId, index: number) => {
    const { grid } = store.get()
    if (grid.cells[index]?.imageId === imageId) {
      change((now) => activateCell(now, index))
      return
    }
    const next = placeImage(grid, imageId, index)
    if (next) change(() => next)
    else toast.hint('warning', t('viewer:grid.alreadyShown'))
  }
  return {
    place,
    choose: (imageId: ImageId) => place(imageId, store.get().grid.active),
    activate: (index: number) => change((now) => activateCell(now, index)),
    empty: (index: number) => change((now) => emptyCell(now, index)),
    resize: (rows: number, columns: number) =>
      store.set((now) => ({
        ...now,
        grid: resizeGrid(now.grid, rows, columns, study),
        enlargedFrom: undefined,
      })),
    /** Shows only the active cell, or all cells again. */
    toggleOneUp: () =>
      store.set((now) => {
        const { grid, enlargedFrom } = now
        if (grid.cells.length > 1)
          return { ...now, grid: enlargeCell(grid, grid.active), enlargedFrom: grid }
        if (!enlargedFrom) return now
        return { ...now, grid: restoreGrid(enlargedFrom, grid), enlargedFrom: undefined }
      }),
    step: (by: 1 | -1) => {
      const { grid } = store.get()
      const next = findNextImage(grid, study, by)
      if (next !== undefined) place(next, grid.active)
    },
    /** Activates the next or previous cell. */
    stepCell: (by: 1 | -1) =>
      change((now) => activateCell(now, (now.active + by + now.cells.length) % now.cells.length)),
  }
}

export type GridActions = ReturnType<typeof useGridActions>
