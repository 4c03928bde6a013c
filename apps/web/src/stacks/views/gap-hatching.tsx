import { findGapRegions } from '@talus/volume'
import type { PlanePicture, VolumeGeometry } from '@talus/volume'
import { useId, useMemo } from 'react'
import { toScreen } from '../../viewer/core/camera/camera.ts'
import type { Camera } from '../../viewer/core/camera/camera.ts'
import styles from './stack-views.module.css'

interface GapHatchingProps {
  readonly camera: Camera
  readonly picture: PlanePicture
  readonly geometry: VolumeGeometry
  /** Indexes of slices that cannot be read. */
  readonly unreadable: readonly number[]
}

/** Hatches the parts of a plane in which slices are missing: nothing is known there. */
export function GapHatching({ camera, picture, geometry, unreadable }: GapHatchingProps) {
  const id = useId()
  const regions = useMemo(
    () => findGapRegions(geometry, picture, unreadable),
    [geometry, picture, unreadable],
  )
  if (regions.length === 0) return null
  return (
    <svg
      className={styles.lines}
      width={camera.viewportSize.width}
      height={camera.viewportSize.height}
      data-gaps={regions.length}
    >
      <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse">
        <path d="M0 8 8 0" stroke="#f7cd7b" strokeOpacity="0.6" />
      </pattern>
      {regions.map((region) => {
        // Pixels of drawings count from the corner of the first pixel, those of planes from its centre.
        const points = region.map(({ x, y }) => toScreen(camera, { x: x + 0.5, y: y + 0.5 }))
        const text = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
        return <polygon key={text} points={text} fill={`url(#${id})`} />
      })}
    </svg>
  )
}
