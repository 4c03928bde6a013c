import type { ImageId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/toasts/toast-store.ts'
import type { Grid } from '../model.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { activated, emptied, placed, resized, stepFrom } from './grid.ts'

/** What can be done with the grid, by thumbnails, cells, keys and the picker. */
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
      change((now) => activated(now, index))
      return
    }
    const next = placed(grid, imageId, index)
    if (next) change(() => next)
    else toast.warning(t('viewer:grid.alreadyShown'))
  }
  return {
    place,
    choose: (imageId: ImageId) => place(imageId, store.get().grid.active),
    activate: (index: number) => change((now) => activated(now, index)),
    empty: (index: number) => change((now) => emptied(now, index)),
    resize: (rows: number, columns: number) => change((now) => resized(now, rows, columns, study)),
    step: (by: 1 | -1) => {
      const { grid } = store.get()
      const next = stepFrom(grid, study, by)
      if (next !== undefined) place(next, grid.active)
    },
    /** The next cell of the grid. */
    stepCell: (by: 1 | -1) =>
      change((now) => activated(now, (now.active + by + now.cells.length) % now.cells.length)),
  }
}

export type GridActions = ReturnType<typeof useGridActions>
