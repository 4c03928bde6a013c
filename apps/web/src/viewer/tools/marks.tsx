import type { Point } from '@talus/contract'
import type { Mark } from '@talus/measurements'
import { toScreen } from '../engine/camera.ts'
import type { Camera } from '../engine/camera.ts'

/** Written into the elements and not into a style sheet, because pictures are made of them, too. */
const ink = { drawn: '#ffd75e', selected: '#6fe3d6', shadow: '#05080a' } as const
export type Ink = Exclude<keyof typeof ink, 'shadow'>
export const inkOf = (name: keyof typeof ink) => ink[name]

const pathOf = (points: readonly Point[], isClosed = false): string =>
  points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`)
    .join('') + (isClosed ? 'Z' : '')

/** Two barbs, 14 pixels long on the screen whatever the zoom. */
function headOf(from: Point, to: Point): readonly Point[] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const barb = (turn: number) => ({
    x: to.x - 14 * Math.cos(angle + turn),
    y: to.y - 14 * Math.sin(angle + turn),
  })
  return [barb(0.45), to, barb(-0.45)]
}

const ringPoints = 72

/** As a path on the screen: the image may be turned, and an ellipse of SVG cannot. */
function wayOf(mark: Mark, camera: Camera): string {
  const on = (point: Point) => toScreen(camera, point)
  switch (mark.kind) {
    case 'line':
      return pathOf([on(mark.from), on(mark.to)])
    case 'arrow': {
      const [from, to] = [on(mark.from), on(mark.to)]
      return pathOf([from, to]) + pathOf(headOf(from, to))
    }
    case 'ellipse':
      return pathOf(
        Array.from({ length: ringPoints }, (_, index) => {
          const angle = (index / ringPoints) * 2 * Math.PI
          return on({
            x: mark.centre.x + mark.radiusX * Math.cos(angle),
            y: mark.centre.y + mark.radiusY * Math.sin(angle),
          })
        }),
        true,
      )
    case 'rectangle': {
      const { from, to } = mark
      return pathOf([from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }].map(on), true)
    }
    case 'path':
      return pathOf(mark.points.map(on))
    case 'cross': {
      const { x, y } = on(mark.at)
      return `M${x - 6} ${y}L${x + 6} ${y}M${x} ${y - 6}L${x} ${y + 6}`
    }
  }
}

interface MarksProps {
  readonly marks: readonly Mark[]
  readonly camera: Camera
  readonly ink: Ink
}

/** Bright lines on a dark edge: to be seen on bone and on air. */
export function Marks({ marks, camera, ink: name }: MarksProps) {
  return marks.map((mark, index) => {
    const way = wayOf(mark, camera)
    const dashes = mark.kind === 'line' && mark.isDashed ? { strokeDasharray: '5 4' } : {}
    const shared = {
      d: way,
      fill: 'none',
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    } as const
    return (
      // oxlint-disable-next-line react/no-array-index-key -- marks have no names; their order is that of the drawing
      <g key={index}>
        <path {...shared} stroke={ink.shadow} strokeOpacity={0.65} strokeWidth={4} />
        <path
          {...shared}
          {...dashes}
          stroke={ink[name]}
          strokeWidth={name === 'selected' ? 2 : 1.6}
        />
      </g>
    )
  })
}
