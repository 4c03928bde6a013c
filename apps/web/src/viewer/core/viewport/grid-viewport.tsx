import { IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { DragEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readDraggedImage, isDraggedImage } from '../grid/image-drag.ts'
import type { GridActions } from '../grid/use-grid-actions.ts'
import type { Grid, GridCell } from '../model.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { useMissingImage } from './use-missing-image.ts'
import { useSize } from './use-size.ts'
import type { Size } from './use-size.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './grid-viewport.module.css'

interface GridViewportProps {
  readonly grid: Grid
  readonly cell: GridCell
  readonly index: number
  readonly actions: GridActions
  readonly store: ViewerStore
  /** Content of the viewport, rendered once its size is known. */
  readonly children: (size: Size) => ReactNode
}

/** A viewport of the grid: accepts dropped images and becomes active on press or focus. */
export function GridViewport({ grid, cell, index, actions, store, children }: GridViewportProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const [isOver, setOver] = useState(false)
  const missing = useMissingImage(store)
  const isAlone = grid.cells.length === 1
  const isActive = index === grid.active
  const onDragOver = (event: DragEvent) => {
    if (!isDraggedImage(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    setOver(false)
    const imageId = readDraggedImage(event)
    if (imageId === undefined) return
    event.preventDefault()
    actions.place(imageId, index)
  }
  return (
    // The drawing layer inside handles pointers; the viewport only activates itself before that.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={box}
      className={styles.cell}
      role="group"
      aria-label={t('viewer:cell.name', { row: cell.row + 1, column: cell.column + 1 })}
      aria-current={isActive || undefined}
      data-alone={isAlone || undefined}
      data-over={isOver || undefined}
      onPointerDownCapture={() => actions.activate(index)}
      {...missing}
      onFocusCapture={() => actions.activate(index)}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {cell.imageId === undefined ? (
        <button
          type="button"
          className={styles.empty}
          data-empty
          onClick={() => actions.activate(index)}
        >
          {t(isActive ? 'viewer:cell.emptyActive' : 'viewer:cell.empty')}
        </button>
      ) : size ? (
        children(size)
      ) : null}
      {isAlone || cell.imageId === undefined ? null : (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('viewer:cell.clear')}
          data-hint={t('viewer:cell.clear')}
          onClick={() => actions.empty(index)}
        >
          <Icon icon={IconX} />
        </button>
      )}
    </div>
  )
}
