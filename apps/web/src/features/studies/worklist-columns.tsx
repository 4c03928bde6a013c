import type { ClinicType, StudyRow } from '@talus/contract'
import type { TFunction } from 'i18next'
import { dateTime } from '../../ui/dates.ts'
import type { Column } from '../../ui/table/column.ts'
import { studyColumns } from './study-columns.tsx'
import styles from './worklist.module.css'

/** Half a screen has room for every column if none is wider than what stands in it. */
const widths: Readonly<Record<string, number | string>> = {
  patientId: 'clamp(112px, 13cqi, 140px)',
  studyDate: 126,
  modality: 84,
  images: 122,
  deleted: 92,
}
/** Breed and species stand beside, and reports are made later. */
const leftOut = new Set(['breed', 'species', 'report'])

interface Place {
  readonly clinicType: ClinicType
  readonly timeZone: string
}

/** The columns of the study list that tell whose turn it is. */
export const worklistColumns = (t: TFunction, place: Place): readonly Column<StudyRow>[] =>
  studyColumns(t, { ...place, variant: 'local' })
    .filter(({ id }) => !leftOut.has(id))
    .map((column) => ({
      ...column,
      width: widths[column.id] ?? 'auto',
      ...(column.id === 'studyDate' && {
        cell: (row: StudyRow) => (
          <time className={styles.dayOverTime} dateTime={row.studyDate}>
            {dateTime(row.studyDate, place.timeZone).replace(' ', '\n')}
          </time>
        ),
      }),
    }))
