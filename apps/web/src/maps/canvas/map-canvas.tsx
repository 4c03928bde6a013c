import { useId, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { MapCaption } from './map-caption.tsx'
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
  readonly isDisabled?: boolean
  readonly onSelect: (id: Id) => void
  /** Signs on the drawing, in HTML over it. */
  readonly children?: ReactNode
}

/**
 * A drawing whose parts are chosen: by pointer, by finger, and by keys. Tab comes to the map and
 * passes on, arrows go to the neighbouring part, Enter and Space choose it.
 */
export function MapCanvas<Id extends string>(props: MapCanvasProps<Id>) {
  const { frame, regions, isDisabled = false } = props
  const id = useId()
  const [hovered, setHovered] = useState<Id>()
  const [focused, setFocused] = useState<Id>()
  const [isByKeys, setByKeys] = useState(false)
  const [visited, setVisited] = useState<Id>()
  const isHere = (wanted: Id | undefined) => regions.some((region) => region.id === wanted)
  const selected = regions.find(({ isSelected }) => isSelected)?.id
  const entrance = isHere(visited) ? visited : (selected ?? regions[0]?.id)

  const choose = (region: Id) => {
    if (!isDisabled) props.onSelect(region)
  }
  const onKeyDown = (event: KeyboardEvent<SVGGElement>, from: Id) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      choose(from)
      return
    }
    const to = moveBy(regions, from, event.key)
    if (to === undefined) return
    event.preventDefault()
    const index = regions.findIndex((region) => region.id === to)
    const target = event.currentTarget.parentElement?.children[index]
    if (target instanceof SVGElement) target.focus()
  }

  return (
    <div
      className={styles.map}
      // The tokens of the dark scheme: around images it is always dark.
      data-mantine-color-scheme="dark"
      data-disabled={isDisabled || undefined}
    >
      <div className={styles.drawing}>
        <svg viewBox={frame.join(' ')}>
          <defs>
            <g id={`${id}figure`}>{props.figure}</g>
            <mask id={`${id}shape`} maskUnits="userSpaceOnUse" {...boxOf(frame)}>
              <use href={`#${id}figure`} className={styles.stencil} />
            </mask>
            {regions.map((region) => (
              <clipPath key={region.id} id={`${id}${keyOf(region.id)}`}>
                <path d={region.path} clipRule="evenodd" />
              </clipPath>
            ))}
          </defs>
          <use href={`#${id}figure`} className={styles.figure} aria-hidden />
          <g className={styles.tints} mask={props.isTrimmed ? `url(#${id}shape)` : undefined}>
            {regions.map((region) => (
              <path
                key={region.id}
                d={region.path}
                data-selected={region.isSelected || undefined}
                data-near={region.id === hovered || region.id === focused || undefined}
                data-focused={(isByKeys && region.id === focused) || undefined}
              />
            ))}
          </g>
          {regions
            .filter((region) => region.isSelected || (isByKeys && region.id === focused))
            .map((region) => (
              <g key={region.id} clipPath={`url(#${id}${keyOf(region.id)})`}>
                <use
                  href={`#${id}figure`}
                  className={styles.lit}
                  aria-hidden
                  data-selected={region.isSelected || undefined}
                />
              </g>
            ))}
          <g
            role="listbox"
            aria-label={props.label}
            aria-multiselectable={props.isMultiple || undefined}
            aria-disabled={isDisabled || undefined}
          >
            {regions.map((region) => (
              <path
                key={region.id}
                role="option"
                aria-label={region.spoken}
                aria-selected={region.isSelected}
                className={styles.target}
                d={region.reach ?? region.path}
                tabIndex={region.id === entrance ? 0 : -1}
                onClick={() => choose(region.id)}
                onKeyDown={(event) => onKeyDown(event, region.id)}
                onPointerEnter={() => setHovered(region.id)}
                onPointerLeave={() => setHovered(undefined)}
                onFocus={({ currentTarget }) => {
                  setFocused(region.id)
                  setByKeys(currentTarget.matches(':focus-visible'))
                  setVisited(region.id)
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
      <MapCaption regions={regions} near={hovered ?? focused} invitation={props.invitation} />
    </div>
  )
}

/** Names of parts hold spaces and commas, which an address within the page must not. */
const keyOf = (id: string) => id.replaceAll(/[^\w]/gu, '_')

const boxOf = ([x, y, width, height]: Frame) => ({ x, y, width, height })
