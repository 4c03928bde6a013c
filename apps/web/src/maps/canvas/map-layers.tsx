import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Frame, MapRegion } from './region.ts'
import styles from './map-canvas.module.css'

interface MapLayersProps {
  readonly frame: Frame
  readonly figure: ReactNode
  readonly isClipped: boolean
  readonly regions: readonly MapRegion<string>[]
  /** The region under the pointer, and the region focused by keyboard. */
  readonly hovered: string | undefined
  readonly focused: string | undefined
}

/**
 * The drawing, the tinted regions over it, and the drawing again in highlight colours over the
 * regions that are selected or focused.
 */
export function MapLayers(props: MapLayersProps) {
  const { frame, regions, hovered, focused } = props
  const [x, y, width, height] = frame
  const id = useId()
  const figure = `#${id}figure`
  const mask = props.isClipped ? `url(#${id}stencil)` : undefined
  const highlighted = regions.filter((region) => region.isSelected || region.id === focused)
  return (
    <g aria-hidden>
      <defs>
        <g id={`${id}figure`}>{props.figure}</g>
        {/* The mask reuses the drawing, so that its outline is defined once. */}
        <mask id={`${id}stencil`} maskUnits="userSpaceOnUse" {...{ x, y, width, height }}>
          <use href={figure} className={styles.stencil} />
        </mask>
        {highlighted.map((region) => (
          <clipPath key={region.id} id={id + toIdentifier(region.id)}>
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
      {highlighted.map((region) => (
        <g key={region.id} clipPath={`url(#${id}${toIdentifier(region.id)})`}>
          <use
            href={figure}
            className={styles.lit}
            data-selected={region.isSelected || undefined}
          />
        </g>
      ))}
      <g className={styles.outlines} mask={mask}>
        {highlighted.map((region) => (
          <path key={region.id} d={region.path} data-focused={region.id === focused || undefined} />
        ))}
      </g>
    </g>
  )
}

/** Replaces the spaces and commas of part names, which a URL fragment must not contain. */
const toIdentifier = (id: string) => id.replaceAll(/\W/gu, '_')
