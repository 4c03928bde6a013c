import type { Drawing } from '@talus/contract'
import type { Camera } from '../engine/camera.ts'
import { toScreen } from '../engine/camera.ts'
import { anchorOfWords, cornerOfWords, isShown } from './label-place.ts'
import { inkOf } from './marks.tsx'
import type { Ink } from './marks.tsx'
import { OutlinedText } from './outlined-text.tsx'

interface LabelProps {
  readonly drawing: Drawing
  readonly lines: readonly string[]
  readonly camera: Camera
  readonly ink: Ink
  readonly fontSize: number
}

/** The words of a drawing; where somebody has put them elsewhere, with a line to what they are about. */
export function Label({ drawing, lines, camera, ink, fontSize }: LabelProps) {
  const anchor = anchorOfWords(drawing)
  const isMarker = drawing.tool === 'marker'
  const size = isMarker ? fontSize * 1.8 : fontSize
  const corner = cornerOfWords(drawing, camera, lines, size)
  if (!anchor || !corner || lines.length === 0 || !isShown(camera, anchor)) return null
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
          stroke={inkOf(ink)}
          strokeOpacity={0.7}
          strokeDasharray="2 4"
        />
      ) : null}
      <OutlinedText {...corner} lines={lines} ink={ink} size={size} isBold={isMarker} />
    </g>
  )
}
