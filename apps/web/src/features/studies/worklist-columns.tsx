import type { ClinicType, StudyRow } from '@talus/contract'
import type { TFunction } from 'i18next'
import type { Column } from '../../ui/table/column.ts'
import { studyColumns } from './study-columns.tsx'
import { worklistColumnIds } from './worklist-column-ids.ts'

/** Half a screen has room for every column if none is wider than what stands in it. */
const widths: Readonly<Record<string, number | string>> = {
  patientId: 'clamp(112px, 13cqi, 140px)',
  studyDate: 'clamp(126px, 17cqi, 150px)',
  modality: 84,
  images: 122,
  deleted: 92,
}

interface Place {
  readonly clinicType: ClinicType
  readonly timeZone: string
}

export function worklistColumns(t: TFunction, place: Place): readonly Column<StudyRow>[] {
  const ids = worklistColumnIds(place.clinicType)
  return studyColumns(t, { ...place, variant: 'local' })
    .filter(({ id }) => ids.includes(id))
    .map((column) => ({ ...column, width: widths[column.id] ?? 'auto', isSpare: false }))
}
