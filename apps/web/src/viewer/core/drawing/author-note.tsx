import type { Drawing } from '@talus/contract'
import { getTool } from '@talus/measurements'
import type { MeasuringContext } from '@talus/measurements'
import { useMemo } from 'react'
import type { Camera } from '../camera/camera.ts'
import { computeLabelCorner, lineHeight } from '../gestures/label-position.ts'
import { getLabelLines } from './drawing-view.tsx'
import { OutlinedText } from './outlined-text.tsx'

interface AuthorNoteProps {
  readonly drawing: Drawing
  /** The author and the time. */
  readonly note: string
  readonly camera: Camera
  readonly context: MeasuringContext
  readonly fontSize: number
}

/** Names the author of the drawing under the pointer, below its label. */
export function AuthorNote({ drawing, note, camera, context, fontSize }: AuthorNoteProps) {
  const lines = useMemo(
    () => getLabelLines(drawing, getTool(drawing.tool).measure(drawing, context)),
    [drawing, context],
  )
  const corner = computeLabelCorner(drawing, camera, [...lines, ''], fontSize)
  if (!corner) return null
  const size = fontSize * 0.8
  const { width, height } = camera.viewportSize
  const x = Math.max(4, Math.min(corner.x, width - note.length * size * 0.56 - 4))
  const y = Math.min(corner.y + lines.length * fontSize * lineHeight, height - 4)
  return <OutlinedText x={x} y={y} lines={[note]} ink="drawn" size={size} />
}
