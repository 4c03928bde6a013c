import type { Crop, Point } from '@talus/contract'
import { toScreen } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import { getCropCorners } from '../gestures/crop.ts'
import { getInk, Marks } from './marks.tsx'

const toClosedPath = (corners: readonly Point[]) =>
  `${corners.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')}Z`

export const toCropPath = (crop: Crop, camera: Camera): string =>
  toClosedPath(getCropCorners(crop).map((corner) => toScreen(camera, corner)))

/** The crop area, with the rest of the image darkened. */
export function CropShade({ crop, camera }: { readonly crop: Crop; readonly camera: Camera }) {
  const corners = getCropCorners(crop).map((corner) => toScreen(camera, corner))
  const inner = toClosedPath(corners)
  const { width, height } = camera.viewportSize
  return (
    <g>
      <path
        d={`M0 0H${width}V${height}H0Z${inner}`}
        fill="#05080a"
        fillOpacity={0.6}
        fillRule="evenodd"
      />
      <path d={inner} fill="none" stroke={getInk('selected')} strokeWidth={1.6} />
      {corners.map(({ x, y }) => (
        <rect
          key={`${x} ${y}`}
          x={x - 6}
          y={y - 6}
          width={12}
          height={12}
          fill={getInk('selected')}
          stroke={getInk('shadow')}
        />
      ))}
    </g>
  )
}

interface CalibrationReferenceProps {
  readonly method: 'length' | 'ball'
  readonly from: Point
  readonly to: Point
  readonly camera: Camera
}

/** The line or the ball that is used for calibration. */
export function CalibrationReference({ method, from, to, camera }: CalibrationReferenceProps) {
  const { pixelAspect } = camera
  const radius = Math.hypot(to.x - from.x, (to.y - from.y) * pixelAspect)
  const ball = {
    kind: 'ellipse',
    centre: from,
    radiusX: radius,
    radiusY: radius / pixelAspect,
  } as const
  const line = { kind: 'line', from, to } as const
  return <Marks marks={method === 'ball' ? [ball] : [line]} camera={camera} ink="selected" />
}
