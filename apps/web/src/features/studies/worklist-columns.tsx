import type { ClinicType, StudyRow } from '@talus/contract'
import type { TFunction } from 'i18next'
import type { Column } from '../../ui/table/column.ts'
import { createStudyColumns } from './study-columns.tsx'
import { listWorklistColumnIds } from './worklist-column-ids.ts'

/** All columns fit on half a screen if none is wider than its content. */
const widths: Readonly<Record<string, number | string>> = {
  patientId: 'clamp(112px, 13cqi, 140px)',
  studyDate: 'clamp(126px, 17cqi, 150px)',
  modality: 84,
  images: 122,
  deleted: 92,
}

interface WorklistColumnOptions {
  readonly clinicType: ClinicType
  readonly timeZone: string
}

export function createWorklistColumns(
  t: TFunction,
  options: WorklistColumnOptions,
): readonly Column<StudyRow>[] {
  const ids = listWorklistColumnIds(options.clinicType)
  return createStudyColumns(t, { ...options, variant: 'local' })
    .filter(({ id }) => ids.includes(id))
    .map((column) => ({ ...column, width: widths[column.id] ?? 'auto', isHiddenOnTablet: false }))
}
