import { IconLayoutGrid } from '@tabler/icons-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { BarMenu } from '../panels/toolbar/bar-menu.tsx'
import type { Grid } from '../model.ts'
import { gridMost } from './grid.ts'
import styles from './grid-picker.module.css'

interface GridPickerProps {
  readonly grid: Grid
  readonly onPick: (rows: number, columns: number) => void
}

interface Size {
  readonly rows: number
  readonly columns: number
}

const sizes: readonly Size[] = Array.from({ length: gridMost * gridMost }, (_, index) => ({
  rows: Math.floor(index / gridMost) + 1,
  columns: (index % gridMost) + 1,
}))

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Three by three places: those under the pointer or the focus are what the grid will be. */
export function GridPicker({ grid, onPick }: GridPickerProps) {
  const { t } = useTranslation()
  return (
    <BarMenu label={t('viewer:grid.size')} icon={IconLayoutGrid}>
      {(close) => (
        <Places
          now={grid}
          onPick={({ rows, columns }) => {
            onPick(rows, columns)
            close()
          }}
        />
      )}
    </BarMenu>
  )
}

interface PlacesProps {
  readonly now: Size
  readonly onPick: (size: Size) => void
}

function Places({ now, onPick }: PlacesProps) {
  const { t } = useTranslation()
  const [meant, setMeant] = useState<Size>({ rows: now.rows, columns: now.columns })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    const within = (value: number) => Math.max(1, Math.min(gridMost, value))
    const rows = within(meant.rows + step[0])
    const columns = within(meant.columns + step[1])
    setMeant({ rows, columns })
    event.currentTarget.querySelector<HTMLElement>(`[data-size="${rows}x${columns}"]`)?.focus()
  }
  return (
    <div className={styles.picker}>
      {/* The keys and the pointer are those of the places in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={styles.places}
        role="group"
        aria-label={t('viewer:grid.size')}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setMeant({ rows: now.rows, columns: now.columns })}
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
              data-meant={(size.rows <= meant.rows && size.columns <= meant.columns) || undefined}
              tabIndex={-1}
              className={styles.place}
              onPointerEnter={() => setMeant(size)}
              onFocus={() => setMeant(size)}
              onClick={() => onPick(size)}
            />
          )
        })}
      </div>
      <p className={styles.words} aria-hidden>
        {t('viewer:grid.by', { ...meant })}
      </p>
    </div>
  )
}
