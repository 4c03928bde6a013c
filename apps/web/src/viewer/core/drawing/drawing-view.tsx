import type { Drawing } from '@talus/contract'
import { getTool } from '@talus/measurements'
import type { MeasuringContext } from '@talus/measurements'
import { useTranslation } from 'react-i18next'
import { toScreen } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import { getLabelAnchor, isPointVisible } from '../gestures/label-position.ts'
import { Marks, getInk } from './marks.tsx'
import type { Ink } from './marks.tsx'
import { OutlinedText } from './outlined-text.tsx'
import { getToolLabel } from './labels.ts'
import { SectorLabels } from './sector-labels.tsx'
import type { DrawingLabel } from './use-drawing-labels.ts'

interface LabelProps {
  readonly label: DrawingLabel
  readonly drawing: Drawing
  readonly camera: Camera
  readonly ink: Ink
}

/** The label of a drawing; if it is not beside its anchor, with a line to it. */
function Label({ label, drawing, camera, ink }: LabelProps) {
  const { lines, size, place } = label
  const anchor = getLabelAnchor(drawing)
  if (!place || !anchor || !isPointVisible(camera, anchor)) return null
  const to = toScreen(camera, anchor)
  return (
    <g data-label={drawing.id} style={{ cursor: 'move' }}>
      {place.lineFrom ? (
        <line
          x1={place.lineFrom.x}
          y1={place.lineFrom.y}
          x2={to.x}
          y2={to.y}
          stroke={getInk(ink)}
          strokeOpacity={0.7}
          strokeDasharray="2 4"
        />
      ) : null}
      <OutlinedText
        x={place.box.left}
        y={place.box.top + size}
        lines={lines}
        ink={ink}
        size={size}
        isBold={drawing.tool === 'marker'}
      />
    </g>
  )
}

interface DrawingViewProps {
  readonly drawing: Drawing
  readonly label: DrawingLabel
  readonly camera: Camera
  readonly context: MeasuringContext
  readonly fontSize: number
  readonly isSelected: boolean
  /** Set for an unsaved drawing, which cannot be dragged. */
  readonly isDraft?: boolean
  /** Clip path of the crop: nothing is drawn outside of it. */
  readonly clip?: string | undefined
  readonly onFocus?: (drawingId: string) => void
}

export function DrawingView(props: DrawingViewProps) {
  const { drawing, label, camera, context, fontSize, isSelected, isDraft = false, onFocus } = props
  const { t } = useTranslation()
  const { lines, sectors } = label
  const ink = isSelected ? 'selected' : 'drawn'
  const name = getToolLabel(drawing.tool)
  return (
    <g
      role="button"
      tabIndex={isDraft ? -1 : 0}
      aria-label={
        lines.length > 0
          ? t('measure:stage.drawing', { tool: name, values: lines.join(', ') })
          : name
      }
      aria-pressed={isSelected}
      data-drawing={drawing.id}
      data-tool={drawing.tool}
      style={{ outline: 'none' }}
      onFocus={() => onFocus?.(drawing.id)}
    >
      <g clipPath={props.clip}>
        <Marks marks={getTool(drawing.tool).getMarks(drawing, context)} camera={camera} ink={ink} />
      </g>
      {sectors ? (
        <SectorLabels sectors={sectors} camera={camera} ink={ink} fontSize={fontSize} />
      ) : (
        <Label label={label} drawing={drawing} camera={camera} ink={ink} />
      )}
    </g>
  )
}
