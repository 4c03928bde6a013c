import type { ReportMeasurement, StudyId } from '@talus/contract'
import type { MeasurementAttributes } from '@talus/report/document'
import { createContext } from 'react'

/** Records outside of a report that its pages are compared with. */
export interface ReportFacts {
  /** The patients of studies whose images the report shows; only those of other patients. */
  readonly otherPatients: ReadonlyMap<StudyId, string>
  /** The measurements of the study now; undefined until they are known. */
  readonly measurements: readonly ReportMeasurement[] | undefined
}

export const noFacts: ReportFacts = { otherPatients: new Map(), measurements: undefined }

export const ReportFactsContext = createContext(noFacts)

/** Whether the drawing of a measurement was deleted in the viewer. */
export const isDeleted = (
  { measurementId, name }: Pick<MeasurementAttributes, 'measurementId' | 'name'>,
  { measurements }: Pick<ReportFacts, 'measurements'>,
): boolean =>
  measurements !== undefined &&
  !measurements.some((one) => one.measurementId === measurementId && one.name === name)
