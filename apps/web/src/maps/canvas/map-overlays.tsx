import type { CSSProperties, ReactNode } from 'react'
import type { Point } from '../../ui/art/curves.ts'
import type { Frame, MapRegion } from './region.ts'
import styles from './map-canvas.module.css'

interface MapDotsProps {
  readonly frame: Frame
  readonly regions: readonly MapRegion<string>[]
}

/**
 * Text over a drawing is in HTML, so that it can be read from two metres however small the drawing
 * is. A screen reader gets the counts from the names of the regions.
 */
export const MapDots = ({ frame, regions }: MapDotsProps) =>
  regions.map((region) =>
    region.images > 0 ? (
      <span key={region.id} className={styles.dot} style={toPosition(region.at, frame)}>
        {region.images}
      </span>
    ) : null,
  )

interface MapLabelProps {
  readonly frame: Frame
  readonly at: Point
  readonly children: ReactNode
}

/** A label at a position of the drawing, such as the side of the animal. */
export const MapLabel = ({ frame, at, children }: MapLabelProps) => (
  <span className={styles.sign} style={toPosition(at, frame)}>
    {children}
  </span>
)

const toPosition = ([x, y]: Point, [left, top, width, height]: Frame): CSSProperties => ({
  left: `${((x - left) / width) * 100}%`,
  top: `${((y - top) / height) * 100}%`,
})
