import type { Point } from '@talus/contract'
import type { ReactNode } from 'react'
import { zoomLimits } from '@talus/contract'
import { getVisibleArea, getScale, toImage } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import classes from './drawing-layer.module.css'

const size = 240
const magnification = 2.5

/** Camera of the magnifier: centred on the point under the pointer. */
export function magnifyCamera(camera: Camera, at: Point): Camera {
  const point = toImage(camera, at)
  const { left, top, width, height } = getVisibleArea(camera)
  return {
    ...camera,
    viewportSize: { width: size, height: size },
    viewport: {
      ...camera.viewport,
      zoom: Math.min(zoomLimits.max, getScale(camera) * magnification),
      shownIn: undefined,
      pan: { x: point.x - left - width / 2, y: point.y - top - height / 2 },
    },
  }
}

interface MagnifierProps {
  readonly camera: Camera
  readonly at: Point
  readonly isTouch: boolean
  readonly renderImage: (camera: Camera) => ReactNode
}

export function Magnifier({ camera, at, isTouch, renderImage }: MagnifierProps) {
  const top = isTouch ? at.y - size - 24 : at.y - size / 2
  return (
    <div
      className={classes.magnifier}
      style={{ width: size, height: size, left: at.x - size / 2, top }}
      aria-hidden
    >
      {renderImage(magnifyCamera(camera, at))}
    </div>
  )
}
