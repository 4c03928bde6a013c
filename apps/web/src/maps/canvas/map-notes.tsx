import type { CSSProperties, ReactNode } from 'react'
import type { Point } from '../../ui/art/curves.ts'
import type { Frame, MapRegion } from './region.ts'
import styles from './map-canvas.module.css'

interface MapDotsProps {
  readonly frame: Frame
  readonly regions: readonly MapRegion<string>[]
}

/**
 * What is written over a drawing is in HTML, so that it can be read from two metres however small
 * the drawing is. The regions themselves say it to a screen reader.
 */
export const MapDots = ({ frame, regions }: MapDotsProps) =>
  regions.map((region) =>
    region.images > 0 ? (
      <span key={region.id} className={styles.dot} style={placeOf(region.at, frame)}>
        {region.images}
      </span>
    ) : null,
  )

interface MapSignProps {
  readonly frame: Frame
  readonly at: Point
  readonly children: ReactNode
}

/** A word that belongs to a place of the drawing: the side of the animal. */
export const MapSign = ({ frame, at, children }: MapSignProps) => (
  <span className={styles.sign} style={placeOf(at, frame)}>
    {children}
  </span>
)

const placeOf = ([x, y]: Point, [left, top, width, height]: Frame): CSSProperties => ({
  left: `${((x - left) / width) * 100}%`,
  top: `${((y - top) / height) * 100}%`,
})
