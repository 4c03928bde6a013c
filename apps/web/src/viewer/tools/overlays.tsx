import type { Crop, Point } from '@talus/contract'
import { toScreen } from '../engine/camera.ts'
import type { Camera } from '../engine/camera.ts'
import { cornersOf } from './crop.ts'
import { inkOf, Marks } from './marks.tsx'

const pathOf = (corners: readonly Point[]) =>
  `${corners.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')}Z`

export const cropPath = (crop: Crop, camera: Camera): string =>
  pathOf(cornersOf(crop).map((corner) => toScreen(camera, corner)))

/** What will be kept, with the rest darkened. */
export function CropShade({ crop, camera }: { readonly crop: Crop; readonly camera: Camera }) {
  const corners = cornersOf(crop).map((corner) => toScreen(camera, corner))
  const inner = pathOf(corners)
  const { width, height } = camera.cell
  return (
    <g>
      <path
        d={`M0 0H${width}V${height}H0Z${inner}`}
        fill="#05080a"
        fillOpacity={0.6}
        fillRule="evenodd"
      />
      <path d={inner} fill="none" stroke={inkOf('selected')} strokeWidth={1.6} />
      {corners.map(({ x, y }) => (
        <rect
          key={`${x} ${y}`}
          x={x - 6}
          y={y - 6}
          width={12}
          height={12}
          fill={inkOf('selected')}
          stroke={inkOf('shadow')}
        />
      ))}
    </g>
  )
}

interface ReferenceProps {
  readonly method: 'length' | 'ball'
  readonly from: Point
  readonly to: Point
  readonly camera: Camera
}

/** The line or the ball that an image is calibrated by. */
export function Reference({ method, from, to, camera }: ReferenceProps) {
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
