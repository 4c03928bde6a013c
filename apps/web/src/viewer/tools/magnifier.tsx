import type { Point } from '@talus/contract'
import type { ReactNode } from 'react'
import { zoomLimits } from '@talus/contract'
import { cropped, scaleOf, toImage } from '../engine/camera.ts'
import type { Camera } from '../engine/camera.ts'
import classes from './stage.module.css'

const size = 240
const power = 2.5

/** The same image under a glass, with the point under the pointer in its middle. */
export function magnified(camera: Camera, at: Point): Camera {
  const point = toImage(camera, at)
  const { left, top, width, height } = cropped(camera)
  return {
    ...camera,
    cell: { width: size, height: size },
    viewport: {
      ...camera.viewport,
      zoom: Math.min(zoomLimits.max, scaleOf(camera) * power),
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
      {renderImage(magnified(camera, at))}
    </div>
  )
}
