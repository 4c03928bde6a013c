import { useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { MapCaption } from './map-caption.tsx'
import { MapLayers } from './map-layers.tsx'
import { MapDots } from './map-notes.tsx'
import { moveBy } from './moves.ts'
import type { Frame, MapRegion } from './region.ts'
import styles from './map-canvas.module.css'

interface MapCanvasProps<Id extends string> {
  /** Names the map for those who do not see it. */
  readonly label: string
  /** Stands below the map as long as nothing is chosen. */
  readonly invitation: string
  readonly frame: Frame
  /** What is drawn. It takes its colours from --figure-… and so can be shown in other ones, too. */
  readonly figure: ReactNode
  /** The regions are seen only where the figure is, not beside it. */
  readonly isTrimmed?: boolean
  readonly regions: readonly MapRegion<Id>[]
  readonly isMultiple?: boolean
  readonly isDisabled: boolean
  readonly onSelect: (id: Id) => void
  readonly onEscape?: () => void
  /** Signs on the drawing, in HTML over it. */
  readonly children?: ReactNode
}

/**
 * A drawing whose parts are chosen: by pointer, by finger, and by keys. Tab comes to the map and
 * passes on, arrows go to the neighbouring part, Enter and Space choose it.
 */
export function MapCanvas<Id extends string>(props: MapCanvasProps<Id>) {
  const { frame, regions, isDisabled, onSelect, onEscape } = props
  const [hovered, setHovered] = useState<Id>()
  const [focused, setFocused] = useState<{ readonly id: Id; readonly isByKeys: boolean }>()
  const [visited, setVisited] = useState<Id>()
  const has = (id: Id | undefined) => regions.some((region) => region.id === id)
  const selected = regions.find(({ isSelected }) => isSelected)?.id
  const entrance = has(visited) ? visited : (selected ?? regions[0]?.id)

  const choose = (id: Id) => {
    if (!isDisabled) onSelect(id)
  }
  const onKeyDown = (event: KeyboardEvent<SVGPathElement>, from: Id) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const to = moveBy(regions, from, event.key)
    if (event.key === 'Enter' || event.key === ' ') choose(from)
    else if (event.key === 'Escape' && onEscape) onEscape()
    else if (to === undefined) return
    else
      focusOn(
        event.currentTarget,
        regions.findIndex(({ id }) => id === to),
      )
    // Space and arrows would scroll, and Escape would close what the map stands in.
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      className={styles.map}
      // The tokens of the dark scheme: around images it is always dark.
      data-mantine-color-scheme="dark"
      data-disabled={isDisabled || undefined}
    >
      <div className={styles.drawing}>
        {/* Not an image: what is in it can be chosen. */}
        <svg viewBox={frame.join(' ')} role="presentation">
          <MapLayers
            frame={frame}
            figure={props.figure}
            isTrimmed={props.isTrimmed ?? false}
            regions={regions}
            hovered={hovered}
            focused={focused?.isByKeys ? focused.id : undefined}
          />
          <g
            role="listbox"
            aria-label={props.label}
            aria-multiselectable={props.isMultiple || undefined}
            aria-disabled={isDisabled || undefined}
          >
            {regions.map(({ id, path, reach, spoken, isSelected }) => (
              <path
                key={id}
                role="option"
                aria-label={spoken}
                aria-selected={isSelected}
                className={styles.target}
                d={reach ?? path}
                tabIndex={id === entrance ? 0 : -1}
                onClick={() => choose(id)}
                onKeyDown={(event) => onKeyDown(event, id)}
                onPointerEnter={() => setHovered(id)}
                onPointerLeave={() => setHovered(undefined)}
                onFocus={({ currentTarget }) => {
                  setFocused({ id, isByKeys: currentTarget.matches(':focus-visible') })
                  setVisited(id)
                }}
                onBlur={() => setFocused(undefined)}
              />
            ))}
          </g>
        </svg>
        <div className={styles.notes} aria-hidden>
          {props.children}
          <MapDots frame={frame} regions={regions} />
        </div>
      </div>
      <MapCaption regions={regions} near={hovered ?? focused?.id} invitation={props.invitation} />
    </div>
  )
}

function focusOn(sibling: SVGPathElement, index: number) {
  const target = sibling.parentElement?.children[index]
  if (target instanceof SVGElement) target.focus()
}
