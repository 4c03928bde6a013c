import { formatImageAnatomy } from '@talus/anatomy'
import { getSpeciesName, isDrawingTool } from '@talus/contract'
import type { ImageMetadata, Language, ReportMeasurement, StudyId } from '@talus/contract'
import type { Drawing, ImageTools } from '@talus/contract'
import { findReferenceRange, getTool, resolveSpacing } from '@talus/measurements'
import type { MeasuredUnit, MeasuredValue, MeasuringContext, Spacing } from '@talus/measurements'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { getTranslator } from '../../../http/translations.ts'
import type { Translate } from '../../../http/translations.ts'
import { createMetadataReader } from '../../images/index.ts'
import type { MetadataDeps } from '../../images/index.ts'
import { findReportStudy } from '../report-study.queries.ts'
import type { ReportStudy } from '../report-study.queries.ts'
import { findDrawings, listShownImages } from './measurements.queries.ts'
import type { ShownImage } from './measurements.queries.ts'

/** As the report prints them; the numbers stay numbers. */
const units: Readonly<Record<MeasuredUnit, string>> = {
  mm: 'mm',
  px: 'px',
  mm2: 'mm²',
  px2: 'px²',
  deg: '°',
  v: 'v',
  none: '',
  value: '',
  hu: 'HU',
}
/** Values of the pixels need the pixels, which are not read here. */
const statistics = new Set<string>(['mean', 'deviation', 'min', 'max'])
/** Abbreviations that a reader of a report knows. */
const abbreviated = new Set<string>(['vhs', 'vlas', 'tibialPlateauAngle', 'advancement'])

interface Subject {
  readonly study: ReportStudy
  readonly image: ShownImage
  readonly translate: Translate
  readonly language: Language
}

function findRange({ study }: Subject, { tool }: Drawing, { name }: MeasuredValue) {
  const { speciesId, breed } = study
  const species = speciesId === null ? null : getSpeciesName(speciesId)
  const found = findReferenceRange(tool, { species, breed })
  if (!found?.valueNames.includes(name)) return null
  const { low = null, high = null, citation = '' } = found
  return low === null && high === null ? null : { low, high, source: citation }
}

function toMeasurement(
  subject: Subject,
  drawing: Drawing,
  measured: MeasuredValue,
): ReportMeasurement {
  const { image, translate, language } = subject
  const { name, value, unit, decimals } = measured
  return {
    measurementId: drawing.id,
    imageId: image.id,
    tool: drawing.tool,
    name,
    label: abbreviated.has(name)
      ? translate(`measure:short.${name}`)
      : translate(`measure:measured.${name}`),
    value,
    decimals,
    unit: units[unit],
    // The name of a simple tool repeats the name of its value.
    method: getTool(drawing.tool).isGuided
      ? translate(`measure:tool.${drawing.tool}.name`).slice(0, 80)
      : '',
    view: formatImageAnatomy(image, language).slice(0, 80),
    range: findRange(subject, drawing, measured),
  }
}

/** The points of a drawing on a plane through a volume are millimetres. */
const inMillimetres: Spacing = { row: 1, column: 1, unit: 'mm' }

function measureImage(
  subject: Subject,
  metadata: ImageMetadata,
  { drawings, calibration }: ImageTools,
): ReportMeasurement[] {
  const { spacing, regions } = resolveSpacing(metadata.spacing, calibration ?? undefined)
  const context: MeasuringContext = {
    spacing,
    regions,
    columns: metadata.Columns,
    rows: metadata.Rows,
  }
  return drawings.flatMap((drawing) =>
    isDrawingTool(drawing.tool)
      ? getTool(drawing.tool)
          .measure(drawing, drawing.plane ? { ...context, spacing: inMillimetres } : context)
          .filter(({ name, value }) => !statistics.has(name) && Number.isFinite(value))
          .map((measured) => toMeasurement(subject, drawing, measured))
      : [],
  )
}

export type ListMeasurements = (
  db: ClinicDb,
  studyId: StudyId,
  language: Language,
) => Promise<readonly ReportMeasurement[]>

/** Lists what is measured in a study now, computed as the viewer does. */
export function createMeasurementList(deps: MetadataDeps): ListMeasurements {
  const readMetadata = createMetadataReader(deps)
  return async (db, studyId, language) => {
    const study = await findReportStudy(db, studyId)
    const state = await findDrawings(db, studyId)
    if (!state) return []
    const translate = getTranslator(language)
    const found: ReportMeasurement[] = []
    for (const image of await listShownImages(db, studyId)) {
      const tools = state.toolState[String(image.id)]
      if (!tools || tools.drawings.length === 0) continue
      const { signal } = new AbortController()
      const metadata = await readMetadata(db, image.id, { withTags: false, signal })
      found.push(...measureImage({ study, image, translate, language }, metadata, tools))
    }
    return found
  }
}
