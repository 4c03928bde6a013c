import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Grid, GridCell } from '../model.ts'
import styles from './grid-view.module.css'

interface GridViewProps {
  readonly grid: Grid
  readonly children: (cell: GridCell, index: number) => ReactNode
}

/** Lays out the viewports in rows and columns of equal size. */
export function GridView({ grid, children }: GridViewProps) {
  const { t } = useTranslation()
  return (
    <section
      className={styles.grid}
      aria-label={t('viewer:grid.title')}
      style={{
        gridTemplateRows: `repeat(${grid.rows}, minmax(0, 1fr))`,
        gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`,
      }}
    >
      {grid.cells.map(children)}
    </section>
  )
}
