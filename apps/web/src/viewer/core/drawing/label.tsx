import type { Drawing } from '@talus/contract'
import type { Camera } from '../camera/camera.ts'
import { toScreen } from '../camera/camera.ts'
import { getLabelAnchor, computeLabelCorner, isPointVisible } from '../gestures/label-position.ts'
import { getInk } from './marks.tsx'
import type { Ink } from './marks.tsx'
import { OutlinedText } from './outlined-text.tsx'

interface LabelProps {
  readonly drawing: Drawing
  readonly lines: readonly string[]
  readonly camera: Camera
  readonly ink: Ink
  readonly fontSize: number
}

/** The label of a drawing; if the user has moved it, with a line to its anchor. */
export function Label({ drawing, lines, camera, ink, fontSize }: LabelProps) {
  const anchor = getLabelAnchor(drawing)
  const isMarker = drawing.tool === 'marker'
  const size = isMarker ? fontSize * 1.8 : fontSize
  const corner = computeLabelCorner(drawing, camera, lines, size)
  if (!anchor || !corner || lines.length === 0 || !isPointVisible(camera, anchor)) return null
  const isMoved = drawing.steps.at(-1)?.handles.textBox !== undefined
  const to = toScreen(camera, anchor)
  return (
    <g data-label={drawing.id} style={{ cursor: 'move' }}>
      {isMoved ? (
        <line
          x1={corner.x}
          y1={corner.y}
          x2={to.x}
          y2={to.y}
          stroke={getInk(ink)}
          strokeOpacity={0.7}
          strokeDasharray="2 4"
        />
      ) : null}
      <OutlinedText {...corner} lines={lines} ink={ink} size={size} isBold={isMarker} />
    </g>
  )
}
