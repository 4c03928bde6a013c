import { listImageDrawings } from '@talus/contract'
import type { Drawing, ImageTools } from '@talus/contract'
import type { JsonDataSet, ReportedGroup } from '@talus/dicom'
import { getTool, resolveSpacing } from '@talus/measurements'
import type { ImageMetadata } from '@talus/contract'
import type { RecordedDrawing } from '../../../db/image-tables.ts'
import { getValueCode, unitCodes } from './measurement-codes.ts'

export interface MeasuredImage {
  readonly header: JsonDataSet
  readonly metadata: ImageMetadata
  readonly tools: ImageTools
  readonly authors: Readonly<Record<string, RecordedDrawing>>
}

/** English names, as the rest of the report. */
const toolNames: Readonly<Partial<Record<Drawing['tool'], string>>> = {
  length: 'Length',
  bidirectional: 'Bidirectional',
  angle: 'Angle',
  cobb: 'Cobb angle',
  twoLineAngle: 'Two-line angle',
  ellipse: 'Ellipse',
  rectangle: 'Rectangle',
  freehand: 'Freehand length',
  freehandArea: 'Freehand area',
  vhs: 'VHS',
  vlas: 'VLAS',
  tplo: 'TPLO',
  tta: 'TTA',
  norberg: 'Norberg angle',
  distraction: 'Distraction index',
}

/** The UID of a UUID (PS3.5 B.2). */
const toUid = (uuid: string) => `2.25.${BigInt(`0x${uuid.replaceAll('-', '')}`)}`

function toAuthor({ created, changed }: RecordedDrawing) {
  const last = changed ?? created
  return last ? { name: last.name, on: last.on } : undefined
}

/** The drawings of an image that measure something, with the values that the viewer shows. */
export function createGroups({ header, metadata, tools, authors }: MeasuredImage): ReportedGroup[] {
  const context = {
    spacing: resolveSpacing(metadata.spacing, tools.calibration ?? undefined).spacing,
    columns: metadata.Columns,
    rows: metadata.Rows,
  }
  // The report refers to pixels of images, which drawings on planes through a volume have not.
  return listImageDrawings(tools.drawings).flatMap((drawing): ReportedGroup[] => {
    const tool = getTool(drawing.tool)
    const values = tool.measure(drawing, context).flatMap(({ name, value, unit, decimals }) => {
      const code = getValueCode(name)
      return code && Number.isFinite(value)
        ? [{ name: code, unit: unitCodes[unit], value, decimals }]
        : []
    })
    if (values.length === 0) return []
    const recorded = authors[drawing.id]
    return [
      {
        trackingIdentifier: toolNames[drawing.tool] ?? drawing.tool,
        trackingUid: toUid(drawing.id),
        image: header,
        frame: drawing.frame ?? 1,
        marks: tool.getMarks(drawing, context),
        values,
        comment: drawing.text,
        author: recorded && toAuthor(recorded),
      },
    ]
  })
}
