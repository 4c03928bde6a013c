import type { Drawing } from '@talus/contract'
import { toolOf } from '@talus/measurements'
import type { Measured, MeasuringContext } from '@talus/measurements'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Camera } from '../engine/camera.ts'
import { Label } from './label.tsx'
import { Marks } from './marks.tsx'
import { SectorLabels, sectorsOf } from './sector-labels.tsx'
import { statisticsMs, useThrottled } from './use-throttled.ts'
import { shortWords, toolWords, valueWords } from './words.ts'

const isRegion = ({ tool }: Drawing) => tool === 'rectangle' || tool === 'ellipse'

/** What stands beside a drawing: its words, or its results; of guided ones the first, the guide has the rest. */
export function linesOf(drawing: Drawing, measured: readonly Measured[]): readonly string[] {
  if (drawing.tool === 'comment' || drawing.tool === 'marker')
    return (drawing.text ?? '').split('\n')
  const sound = measured.filter(({ value }) => Number.isFinite(value))
  const remark = drawing.text ? drawing.text.split('\n') : []
  const [first] = sound
  if (!first) return remark
  if (sound.length === 1) {
    const isNamed = toolOf(drawing.tool).isGuided
    return [isNamed ? shortWords(first) : valueWords(first), ...remark]
  }
  const isPaired = drawing.tool === 'norberg' || drawing.tool === 'distraction'
  const shown = toolOf(drawing.tool).isGuided && !isPaired ? [first] : sound
  return [...shown.map(shortWords), ...remark]
}

interface DrawingViewProps {
  readonly drawing: Drawing
  readonly camera: Camera
  readonly context: MeasuringContext
  readonly fontSize: number
  readonly isSelected: boolean
  /** Not saved yet: nothing of it can be taken. */
  readonly isDraft?: boolean
  /** Where the image is cropped, nothing is drawn beside it. */
  readonly clip?: string | undefined
  readonly onFocus?: (drawingId: string) => void
}

export function DrawingView(props: DrawingViewProps) {
  const { drawing, camera, context, fontSize, isSelected, isDraft = false, onFocus } = props
  const { t } = useTranslation()
  const tool = toolOf(drawing.tool)
  const measurable = useThrottled(drawing, isRegion(drawing) ? statisticsMs : 0)
  const measured = useMemo(() => tool.measure(measurable, context), [tool, measurable, context])
  const lines = linesOf(drawing, measured)
  const sectors = sectorsOf(drawing, context)
  const ink = isSelected ? 'selected' : 'drawn'
  const name = toolWords(drawing.tool)
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
        <Marks marks={tool.marks(drawing, context)} camera={camera} ink={ink} />
      </g>
      {sectors ? (
        <SectorLabels sectors={sectors} camera={camera} ink={ink} size={fontSize} />
      ) : (
        <Label drawing={drawing} lines={lines} camera={camera} ink={ink} fontSize={fontSize} />
      )}
    </g>
  )
}
