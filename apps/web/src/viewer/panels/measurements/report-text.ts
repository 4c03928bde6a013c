import { imageWords } from '@talus/anatomy'
import type { Language } from '@talus/contract'
import type { Measured, MeasuringContext } from '@talus/measurements'
import { toolOf } from '@talus/measurements'
import type { ImageId } from '@talus/contract'
import i18next from 'i18next'
import type { Drawing } from '../../model.ts'
import { measuredWords, toolWords, valueWords } from '../../tools/words.ts'
import type { MeasuredImage } from './measured-images.ts'

/** Nothing while the image is still on its way. */
export const resultsOf = (
  drawing: Drawing,
  context: MeasuringContext | undefined,
): readonly Measured[] => (context ? toolOf(drawing.tool).measure(drawing, context) : [])

/** `Length: 23.4 mm`; a name that only repeats the tool's is left out. */
export function drawingLine(drawing: Drawing, results: readonly Measured[]): string {
  const name = toolWords(drawing.tool)
  const frame = drawing.frame && i18next.t('viewer:frames.one', { frame: drawing.frame })
  const title = frame ? `${name} (${frame})` : name
  const values = results.map((one) => {
    const what = measuredWords(one)
    return what === name ? valueWords(one) : `${what} ${valueWords(one)}`
  })
  const said = [values.join(', '), drawing.text ?? ''].filter(Boolean).join(' – ')
  return said === '' ? title : i18next.t('viewerPanel:named', { name: title, what: said })
}

/** All of it as lines of text, for a report or a letter. */
export const reportText = (
  images: readonly MeasuredImage[],
  contextOf: (imageId: ImageId, frame?: number) => MeasuringContext | undefined,
  language: Language,
): string =>
  images
    .map(({ image, drawings }) =>
      [
        imageWords(image, language),
        ...drawings.map(
          (drawing) =>
            `- ${drawingLine(drawing, resultsOf(drawing, contextOf(image.id, drawing.frame)))}`,
        ),
      ]
        .filter(Boolean)
        .join('\n'),
    )
    .join('\n\n')
