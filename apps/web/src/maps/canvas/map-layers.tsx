import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Frame, MapRegion } from './region.ts'
import styles from './map-canvas.module.css'

interface MapLayersProps {
  readonly frame: Frame
  readonly figure: ReactNode
  readonly isTrimmed: boolean
  readonly regions: readonly MapRegion<string>[]
  /** What the pointer is on, and what the keys are on. */
  readonly hovered: string | undefined
  readonly focused: string | undefined
}

/**
 * The drawing, the regions tinted over it, and over those the drawing once more, lit up, where a
 * region is chosen or has the focus.
 */
export function MapLayers(props: MapLayersProps) {
  const { frame, regions, hovered, focused } = props
  const [x, y, width, height] = frame
  const id = useId()
  const figure = `#${id}figure`
  const mask = props.isTrimmed ? `url(#${id}stencil)` : undefined
  const lit = regions.filter((region) => region.isSelected || region.id === focused)
  return (
    <g aria-hidden>
      <defs>
        <g id={`${id}figure`}>{props.figure}</g>
        {/* The outline of the animal as a stencil, without writing it down a second time. */}
        <mask id={`${id}stencil`} maskUnits="userSpaceOnUse" {...{ x, y, width, height }}>
          <use href={figure} className={styles.stencil} />
        </mask>
        {lit.map((region) => (
          <clipPath key={region.id} id={id + wordOf(region.id)}>
            <path d={region.path} clipRule="evenodd" />
          </clipPath>
        ))}
      </defs>
      <use href={figure} className={styles.figure} />
      <g className={styles.tints} mask={mask}>
        {regions.map((region) => (
          <path
            key={region.id}
            d={region.path}
            data-near={region.id === hovered || region.id === focused || undefined}
            data-selected={region.isSelected || undefined}
          />
        ))}
      </g>
      {lit.map((region) => (
        <g key={region.id} clipPath={`url(#${id}${wordOf(region.id)})`}>
          <use
            href={figure}
            className={styles.lit}
            data-selected={region.isSelected || undefined}
          />
        </g>
      ))}
      <g className={styles.outlines} mask={mask}>
        {lit.map((region) => (
          <path key={region.id} d={region.path} data-focused={region.id === focused || undefined} />
        ))}
      </g>
    </g>
  )
}

/** Names of parts hold spaces and commas, which an address within the page must not. */
const wordOf = (id: string) => id.replaceAll(/\W/gu, '_')
