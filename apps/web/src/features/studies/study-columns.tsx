import { speciesName } from '@talus/contract'
import type { ClinicType, StudyRow, Variant } from '@talus/contract'
import type { TFunction } from 'i18next'
import { Badge } from '../../ui/badge.tsx'
import { dateTime } from '../../ui/dates.ts'
import { SpeciesIcon } from '../../ui/species-icon.tsx'
import type { Column } from '../../ui/table/column.ts'
import { ReportState, reportWords } from './report-state.tsx'
import { RowImages } from './row-images.tsx'
import styles from './study-columns.module.css'

interface Place {
  readonly clinicType: ClinicType
  readonly variant: Variant
  readonly timeZone: string
  /** The X-ray log says who made a study. */
  readonly withUser?: boolean
}

/** Owners belong to animals; breed and species are asked for where the animal is registered. */
export const studyColumnIds = ({
  clinicType,
  variant,
  withUser,
}: Pick<Place, 'clinicType' | 'variant' | 'withUser'>) => {
  const isVeterinary = clinicType === 'Veterinary'
  return [
    'patientId',
    'patientName',
    ...(isVeterinary ? (['owner'] as const) : []),
    ...(isVeterinary && variant === 'local' ? (['breed', 'species'] as const) : []),
    'studyDate',
    'modality',
    'images',
    'report',
    'deleted',
    ...(withUser ? (['user'] as const) : []),
  ] as const
}

type ColumnId = ReturnType<typeof studyColumnIds>[number]

export function studyColumns(t: TFunction, place: Place): readonly Column<StudyRow>[] {
  const speciesOf = (row: StudyRow) =>
    row.speciesId === null ? undefined : speciesName(row.speciesId)
  const columns: Record<ColumnId, Column<StudyRow>> = {
    patientId: {
      id: 'patientId',
      header: t('studies:column.patientId'),
      value: (row) => row.patientId,
      width: '12%',
    },
    patientName: {
      id: 'patientName',
      header: t('studies:column.patientName'),
      value: (row) => row.patientName,
      isPrimary: true,
    },
    owner: { id: 'owner', header: t('studies:column.owner'), value: (row) => row.owner ?? '' },
    breed: { id: 'breed', header: t('studies:column.breed'), value: (row) => row.breed ?? '' },
    species: {
      id: 'species',
      header: t('studies:column.species'),
      value: (row) => {
        const species = speciesOf(row)
        return species ? t(`studies:species.${species}`) : ''
      },
      cell: (row) => {
        const species = speciesOf(row)
        if (!species) return null
        return (
          <span className={styles.species}>
            <SpeciesIcon species={species} />
            {t(`studies:species.${species}`)}
          </span>
        )
      },
    },
    studyDate: {
      id: 'studyDate',
      header: t('studies:column.studyDate'),
      value: (row) => dateTime(row.studyDate, place.timeZone),
      width: 160,
    },
    modality: {
      id: 'modality',
      header: t('studies:column.modality'),
      value: (row) => t(`studies:modality.${row.modality}`),
      width: 110,
    },
    images: {
      id: 'images',
      header: t('studies:column.images'),
      value: (row) => row.imageCount,
      cell: (row) => <RowImages row={row} />,
      isUnsorted: true,
      width: 136,
    },
    report: {
      id: 'report',
      header: t('studies:column.report'),
      value: (row) => reportWords(t, row),
      cell: (row) => <ReportState row={row} />,
      isUnsorted: true,
      width: 100,
    },
    user: { id: 'user', header: t('studies:column.user'), value: (row) => row.user, width: 110 },
    deleted: {
      id: 'deleted',
      header: t('studies:column.deleted'),
      value: (row) => (row.deleted ? t('studies:deleted') : ''),
      cell: (row) => (row.deleted ? <Badge tone="red">{t('studies:deleted')}</Badge> : null),
      width: 92,
    },
  }
  return studyColumnIds(place).map((id) => columns[id])
}
