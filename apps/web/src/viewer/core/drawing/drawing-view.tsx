import type { Drawing } from '@talus/contract'
import { getTool } from '@talus/measurements'
import type { MeasuredValue, MeasuringContext } from '@talus/measurements'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Camera } from '../camera/camera.ts'
import { Label } from './label.tsx'
import { Marks } from './marks.tsx'
import { SectorLabels, getSectors } from './sector-labels.tsx'
import { statisticsMs, useThrottled } from './use-throttled.ts'
import { formatShortValue, getToolLabel, formatValue } from './labels.ts'

const isRegion = ({ tool }: Drawing) => tool === 'rectangle' || tool === 'ellipse'

/**
 * Label of a drawing: its text or results; only the first of guided ones, the guide has the rest.
 */
export function getLabelLines(
  drawing: Drawing,
  measured: readonly MeasuredValue[],
): readonly string[] {
  if (drawing.tool === 'comment' || drawing.tool === 'marker')
    return (drawing.text ?? '').split('\n')
  const valid = measured.filter(({ value }) => Number.isFinite(value))
  const remark = drawing.text ? drawing.text.split('\n') : []
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
  const lines = getLabelLines(drawing, measured)
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
