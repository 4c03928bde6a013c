import type { Drawing } from '@talus/contract'
import {
  computeSectorAngles,
  contactGapMax,
  getTool,
  isInsideImage,
  listDrawingNotes,
} from '@talus/measurements'
import type { MeasuredValue, MeasuringContext } from '@talus/measurements'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toScreen } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import { computeLabelCorner, getLabelAnchor, isPointVisible } from '../gestures/label-position.ts'
import { Marks, getInk } from './marks.tsx'
import type { Ink } from './marks.tsx'
import { OutlinedText } from './outlined-text.tsx'
import { formatShortValue, getToolLabel, formatValue } from './labels.ts'
import { wrapText } from './wrap-text.ts'

const isRegion = ({ tool }: Drawing) =>
  tool === 'rectangle' || tool === 'ellipse' || tool === 'freehandArea'

/**
 * Label of a drawing: its text or results; only the first of guided ones, the guide has the rest.
 */
export function getLabelLines(
  drawing: Drawing,
  measured: readonly MeasuredValue[],
): readonly string[] {
  if (drawing.tool === 'comment' || drawing.tool === 'marker') return wrapText(drawing.text ?? '')
  const valid = measured.filter(({ value }) => Number.isFinite(value))
  const remark = drawing.text ? wrapText(drawing.text) : []
  const [first] = valid
  if (!first) return remark
  if (valid.length === 1) {
    const isNamed = getTool(drawing.tool).isGuided
    return [isNamed ? formatShortValue(first) : formatValue(first), ...remark]
  }
  const isPaired = drawing.tool === 'norberg' || drawing.tool === 'distraction'
  const shown = getTool(drawing.tool).isGuided && !isPaired ? [first] : valid
  return [...shown.map(formatShortValue), ...remark]
}

/** Interval of region statistics during a drag; they are computed over many pixels. */
const statisticsMs = 110

/** Returns the value at most every `ms`; the last value is always delivered. */
function useThrottled<Value>(value: Value, ms: number): Value {
  const [shown, setShown] = useState(value)
  const last = useRef(0)
  useEffect(() => {
    const wait = Math.max(0, last.current + ms - performance.now())
    const timer = setTimeout(() => {
      last.current = performance.now()
      setShown(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, ms])
  return ms === 0 ? value : shown
}

interface LabelProps {
  readonly drawing: Drawing
  readonly lines: readonly string[]
  readonly camera: Camera
  readonly ink: Ink
  readonly fontSize: number
}

/** The label of a drawing; if the user has moved it, with a line to its anchor. */
function Label({ drawing, lines, camera, ink, fontSize }: LabelProps) {
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

/** Distance from the intersection to the labels, in screen pixels. */
const labelDistance = 38

/** The four angles at the intersection of two lines; undefined if it is outside the image. */
function getSectors(drawing: Drawing, context: MeasuringContext) {
  const found = drawing.tool === 'twoLineAngle' ? computeSectorAngles(drawing, context) : undefined
  return found && isInsideImage(found.at, context) ? found : undefined
}

interface SectorLabelsProps {
  readonly sectors: NonNullable<ReturnType<typeof getSectors>>
  readonly camera: Camera
  readonly ink: Ink
  readonly size: number
}

function SectorLabels({ sectors: { at, sectors }, camera, ink, size }: SectorLabelsProps) {
  const middle = toScreen(camera, at)
  return sectors.map(({ degrees, towards }, index) => {
    const target = toScreen(camera, { x: at.x + towards.x, y: at.y + towards.y })
    const length = Math.hypot(target.x - middle.x, target.y - middle.y)
    const share = length > 0 ? labelDistance / length : 0
    return (
      <OutlinedText
        // oxlint-disable-next-line react/no-array-index-key -- always four, in a fixed order
        key={index}
        x={middle.x + (target.x - middle.x) * share}
        y={middle.y + (target.y - middle.y) * share + size / 3}
        anchor="middle"
        ink={ink}
        size={size * 0.85}
        lines={[formatValue({ value: degrees, unit: 'deg', decimals: 1 })]}
      />
    )
  })
}

interface DrawingViewProps {
  readonly drawing: Drawing
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
  const { drawing, camera, context, fontSize, isSelected, isDraft = false, onFocus } = props
  const { t } = useTranslation()
  const tool = getTool(drawing.tool)
  const measurable = useThrottled(drawing, isRegion(drawing) ? statisticsMs : 0)
  const measured = useMemo(() => tool.measure(measurable, context), [tool, measurable, context])
  const notes = listDrawingNotes(drawing, measured, context)
  const lines = [
    ...getLabelLines(drawing, measured),
    ...notes.map((note) => t(`measure:note.${note}`, { limit: contactGapMax })),
  ]
  const sectors = getSectors(drawing, context)
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
        <Marks marks={tool.getMarks(drawing, context)} camera={camera} ink={ink} />
      </g>
      {sectors ? (
        <SectorLabels sectors={sectors} camera={camera} ink={ink} size={fontSize} />
      ) : (
        <Label drawing={drawing} lines={lines} camera={camera} ink={ink} fontSize={fontSize} />
      )}
    </g>
  )
}
