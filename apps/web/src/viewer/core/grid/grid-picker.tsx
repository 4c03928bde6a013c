import { IconLayoutGrid } from '@tabler/icons-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ToolbarMenu } from '../toolbar/toolbar-menu.tsx'
import type { Grid } from '../model.ts'
import { maxGridSize } from './grid.ts'
import styles from './grid-picker.module.css'

interface GridPickerProps {
  readonly grid: Grid
  readonly onPick: (rows: number, columns: number) => void
}

interface Size {
  readonly rows: number
  readonly columns: number
}

const sizes: readonly Size[] = Array.from({ length: maxGridSize * maxGridSize }, (_, index) => ({
  rows: Math.floor(index / maxGridSize) + 1,
  columns: (index % maxGridSize) + 1,
}))

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Grid size menu of three by three buttons; those up to the pointer or focus are highlighted. */
export function GridPicker({ grid, onPick }: GridPickerProps) {
  const { t } = useTranslation()
  return (
    <ToolbarMenu label={t('viewer:grid.size')} icon={IconLayoutGrid}>
      {(close) => (
        <SizeButtons
          now={grid}
          onPick={({ rows, columns }) => {
            onPick(rows, columns)
            close()
          }}
        />
      )}
    </ToolbarMenu>
  )
}

interface SizeButtonsProps {
  readonly now: Size
  readonly onPick: (size: Size) => void
}

function SizeButtons({ now, onPick }: SizeButtonsProps) {
  const { t } = useTranslation()
  const [highlighted, setHighlighted] = useState<Size>({ rows: now.rows, columns: now.columns })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    const within = (value: number) => Math.max(1, Math.min(maxGridSize, value))
    const rows = within(highlighted.rows + step[0])
    const columns = within(highlighted.columns + step[1])
    setHighlighted({ rows, columns })
    event.currentTarget.querySelector<HTMLElement>(`[data-size="${rows}x${columns}"]`)?.focus()
  }
  return (
    <div className={styles.picker}>
      {/* The buttons inside receive keys and pointers; the group only handles their events. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={styles.places}
        role="group"
        aria-label={t('viewer:grid.size')}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setHighlighted({ rows: now.rows, columns: now.columns })}
      >
        {sizes.map((size) => {
          const isNow = size.rows === now.rows && size.columns === now.columns
          return (
            <button
              key={`${size.rows}x${size.columns}`}
              type="button"
              role="menuitemradio"
              aria-checked={isNow}
              aria-label={t('viewer:grid.by', { ...size })}
              data-size={`${size.rows}x${size.columns}`}
              data-meant={
                (size.rows <= highlighted.rows && size.columns <= highlighted.columns) || undefined
              }
              tabIndex={-1}
              className={styles.place}
              onPointerEnter={() => setHighlighted(size)}
              onFocus={() => setHighlighted(size)}
              onClick={() => onPick(size)}
            />
          )
        })}
      </div>
      <p className={styles.words} aria-hidden>
        {t('viewer:grid.by', { ...highlighted })}
      </p>
    </div>
  )
}
