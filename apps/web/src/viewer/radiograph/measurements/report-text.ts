import { formatImageAnatomy } from '@talus/anatomy'
import type { Language } from '@talus/contract'
import type { MeasuredValue, MeasuringContext } from '@talus/measurements'
import { getTool } from '@talus/measurements'
import type { ImageId } from '@talus/contract'
import i18next from 'i18next'
import type { Drawing } from '../../core/model.ts'
import { getValueLabel, getToolLabel, formatValue } from '../../core/drawing/labels.ts'
import type { MeasuredImage } from './measured-images.ts'

/** Returns an empty list while the image is loading. */
export const measureDrawing = (
  drawing: Drawing,
  context: MeasuringContext | undefined,
): readonly MeasuredValue[] => (context ? getTool(drawing.tool).measure(drawing, context) : [])

/** Formats as `Length: 23.4 mm`; a value name that repeats the tool's name is omitted. */
export function formatDrawing(drawing: Drawing, results: readonly MeasuredValue[]): string {
  const name = getToolLabel(drawing.tool)
  const frame = drawing.frame && i18next.t('viewer:frames.one', { frame: drawing.frame })
  const title = frame ? `${name} (${frame})` : name
  const values = results.map((one) => {
    const what = getValueLabel(one)
    return what === name ? formatValue(one) : `${what} ${formatValue(one)}`
  })
  const content = [values.join(', '), drawing.text ?? ''].filter(Boolean).join(' – ')
  return content === '' ? title : i18next.t('viewerPanel:named', { name: title, what: content })
}

/** Formats all measurements as plain text for a report or a letter. */
export const createReportText = (
  images: readonly MeasuredImage[],
  getContext: (imageId: ImageId, frame?: number) => MeasuringContext | undefined,
  language: Language,
): string =>
  images
    .map(({ image, drawings }) =>
      [
        formatImageAnatomy(image, language),
        ...drawings.map(
          (drawing) =>
            `- ${formatDrawing(drawing, measureDrawing(drawing, getContext(image.id, drawing.frame)))}`,
        ),
      ]
        .filter(Boolean)
        .join('\n'),
    )
    .join('\n\n')
