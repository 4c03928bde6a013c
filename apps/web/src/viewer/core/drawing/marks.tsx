import type { Point } from '@talus/contract'
import type { Mark } from '@talus/measurements'
import { toScreen } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'

/** Colours are attributes instead of CSS, because snapshots are rendered without style sheets. */
const ink = {
  drawn: '#ffd75e',
  selected: '#6fe3d6',
  presented: '#9fd0ff',
  shadow: '#05080a',
} as const
export type Ink = Exclude<keyof typeof ink, 'shadow'>
export const getInk = (name: keyof typeof ink) => ink[name]

const toPath = (points: readonly Point[], isClosed = false): string =>
  points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`)
    .join('') + (isClosed ? 'Z' : '')

/** Arrow head with barbs of 14 screen pixels at any zoom. */
function getArrowHead(from: Point, to: Point): readonly Point[] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const barb = (turn: number) => ({
    x: to.x - 14 * Math.cos(angle + turn),
    y: to.y - 14 * Math.sin(angle + turn),
  })
  return [barb(0.45), to, barb(-0.45)]
}

const ringPoints = 72

/** SVG path on the screen: the image may be rotated, which an SVG ellipse cannot express. */
function toMarkPath(mark: Mark, camera: Camera): string {
  const on = (point: Point) => toScreen(camera, point)
  switch (mark.kind) {
    case 'line':
      return toPath([on(mark.from), on(mark.to)])
    case 'arrow': {
      const [from, to] = [on(mark.from), on(mark.to)]
      return toPath([from, to]) + toPath(getArrowHead(from, to))
    }
    case 'ellipse':
      return toPath(
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
      return toPath([from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }].map(on), true)
    }
    case 'path':
      return toPath(mark.points.map(on))
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

/** Bright lines with a dark outline, visible on bone and on air. */
export function Marks({ marks, camera, ink: name }: MarksProps) {
  return marks.map((mark, index) => {
    const path = toMarkPath(mark, camera)
    const dashes = mark.kind === 'line' && mark.isDashed ? { strokeDasharray: '5 4' } : {}
    const shared = {
      d: path,
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
