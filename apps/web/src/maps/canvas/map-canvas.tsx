import { useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { MapCaption } from './map-caption.tsx'
import { MapLayers } from './map-layers.tsx'
import { MapDots } from './map-overlays.tsx'
import { findNextRegion } from './find-next-region.ts'
import type { Frame, MapRegion } from './region.ts'
import styles from './map-canvas.module.css'

interface MapCanvasProps<Id extends string> {
  /** The accessible name of the map. */
  readonly label: string
  /** Shown below the map while no region is selected. */
  readonly placeholder: string
  readonly frame: Frame
  /**
   * The drawing. Its colours are the custom properties --figure-…, so that it can be recoloured.
   */
  readonly figure: ReactNode
  /** The tints of the regions are clipped to the figure. */
  readonly isClipped?: boolean
  readonly regions: readonly MapRegion<Id>[]
  readonly isMultiple?: boolean
  readonly isDisabled: boolean
  readonly onSelect: (id: Id) => void
  readonly onEscape?: () => void
  /** Labels over the drawing, in HTML. */
  readonly children?: ReactNode
}

/**
 * A drawing with parts that the user selects by mouse, touch or keyboard. The map is one tab stop,
 * arrow keys move the focus to the neighbouring part, Enter and Space select it.
 */
export function MapCanvas<Id extends string>(props: MapCanvasProps<Id>) {
  const { frame, regions, isDisabled, onSelect, onEscape } = props
  const [hovered, setHovered] = useState<Id>()
  const [focused, setFocused] = useState<{ readonly id: Id; readonly isByKeys: boolean }>()
  const [visited, setVisited] = useState<Id>()
  const has = (id: Id | undefined) => regions.some((region) => region.id === id)
  const selected = regions.find(({ isSelected }) => isSelected)?.id
  const tabStop = has(visited) ? visited : (selected ?? regions[0]?.id)

  const choose = (id: Id) => {
    if (!isDisabled) onSelect(id)
  }
  const onKeyDown = (event: KeyboardEvent<SVGPathElement>, from: Id) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const to = findNextRegion(regions, from, event.key)
    if (event.key === 'Enter' || event.key === ' ') choose(from)
    else if (event.key === 'Escape' && onEscape) onEscape()
    else if (to === undefined) return
    else
      focusOn(
        event.currentTarget,
        regions.findIndex(({ id }) => id === to),
      )
    // Space and the arrow keys would scroll, and Escape would close the dialog around the map.
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      className={styles.map}
      // Always the dark scheme, as around images.
      data-mantine-color-scheme="dark"
      data-disabled={isDisabled || undefined}
    >
      <div className={styles.drawing}>
        {/* Not role="img", because its content is interactive. */}
        <svg viewBox={frame.join(' ')} role="presentation">
          <MapLayers
            frame={frame}
            figure={props.figure}
            isClipped={props.isClipped ?? false}
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
            {regions.map(({ id, path, touchPath, accessibleName, isSelected }) => (
              <path
                key={id}
                role="option"
                aria-label={accessibleName}
                aria-selected={isSelected}
                className={styles.target}
                d={touchPath ?? path}
                tabIndex={id === tabStop ? 0 : -1}
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
      <MapCaption
        regions={regions}
        active={hovered ?? focused?.id}
        placeholder={props.placeholder}
      />
    </div>
  )
}

function focusOn(sibling: SVGPathElement, index: number) {
  const target = sibling.parentElement?.children[index]
  if (target instanceof SVGElement) target.focus()
}
