import type { Drawing } from '@talus/contract'
import { toScreen } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import { getLabelAnchor } from '../gestures/label-position.ts'
import { OutlinedText } from './outlined-text.tsx'
import { lineHeight } from './place-labels.ts'
import type { Box } from './place-labels.ts'
import type { DrawingLabel } from './use-drawing-labels.ts'

interface AuthorNoteProps {
  readonly drawing: Drawing
  readonly label: DrawingLabel | undefined
  /** The author and the time. */
  readonly note: string
  readonly camera: Camera
  readonly fontSize: number
}

/** Beside the anchor of a drawing without a label. */
function getEmptyBox(drawing: Drawing, camera: Camera): Box | undefined {
  const anchor = getLabelAnchor(drawing)
  if (!anchor) return undefined
  const { x, y } = toScreen(camera, anchor)
  return { left: x + 12, top: y, width: 0, height: 0 }
}

/** Names the author of the drawing under the pointer, below its label. */
export function AuthorNote({ drawing, label, note, camera, fontSize }: AuthorNoteProps) {
  const box = label?.place?.box ?? getEmptyBox(drawing, camera)
  if (!box) return null
  const { left, top, height: labelHeight } = box
  const size = fontSize * 0.8
  const { width, height } = camera.viewportSize
  const x = Math.max(4, Math.min(left, width - note.length * size * 0.56 - 4))
  // At the lower edge there is space above the label only.
  const below = top + labelHeight + fontSize
  const y = below > height - 4 ? top - size * (lineHeight - 1) : below
  return <OutlinedText x={x} y={y} lines={[note]} ink="drawn" size={size} />
}
