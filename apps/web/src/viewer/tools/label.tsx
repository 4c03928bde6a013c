import type { Point } from '@talus/contract'
import type { Camera } from '../engine/camera.ts'
import { toScreen } from '../engine/camera.ts'
import { inkOf } from './marks.tsx'
import type { Ink } from './marks.tsx'
import { OutlinedText } from './outlined-text.tsx'

const gap = 12

/** Beside its point, and always inside of the cell: a result nobody can see was not measured. */
export function cornerOf(
  at: Point,
  lines: readonly string[],
  size: number,
  cell: Camera['cell'],
  isMoved: boolean,
): Point {
  const width = Math.max(0, ...lines.map((line) => line.length)) * size * 0.58
  const height = lines.length * size * 1.25
  const [x, y] = isMoved ? [at.x, at.y] : [at.x + gap, at.y - gap]
  return {
    x: Math.max(4, Math.min(x, cell.width - width - 4)),
    y: Math.max(size + 2, Math.min(y, cell.height - height + size - 4)),
  }
}

interface LabelProps {
  readonly drawingId: string
  readonly lines: readonly string[]
  readonly camera: Camera
  /** Where somebody put it, and what it belongs to. */
  readonly at: Point
  readonly anchor: Point | undefined
  readonly ink: Ink
  readonly size: number
  readonly isBold?: boolean
}

export function Label({ drawingId, lines, camera, at, anchor, ink, size, isBold }: LabelProps) {
  const isMoved = anchor !== undefined
  const place = cornerOf(toScreen(camera, at), lines, size, camera.cell, isMoved)
  const to = anchor && toScreen(camera, anchor)
  return (
    <g data-label={drawingId} style={{ cursor: 'move' }}>
      {to ? (
        <line
          x1={place.x}
          y1={place.y}
          x2={to.x}
          y2={to.y}
          stroke={inkOf(ink)}
          strokeOpacity={0.7}
          strokeDasharray="2 4"
        />
      ) : null}
      <OutlinedText {...place} lines={lines} ink={ink} size={size} isBold={isBold} />
    </g>
  )
}
