import { formatBreed } from '@talus/anatomy'
import { formatPatientName, getSpeciesName } from '@talus/contract'
import type { StudyRow } from '@talus/contract'
import i18next from 'i18next'
import type { TFunction } from 'i18next'
import { getLanguage } from '../../language.ts'
import { IconFileText } from '@tabler/icons-react'
import { Badge } from '../../ui/display/badge.tsx'
import { formatDateTime } from '../../ui/format/dates.ts'
import { SpeciesIcon } from '../../ui/display/species-icon.tsx'
import type { Column } from '../../ui/table/column.ts'
import { ReportState, formatReportState } from './report-state.tsx'
import { formatStudyModality } from './study-modality.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { ImageThumbnail } from './image-thumbnail.tsx'
import { listStudyColumnIds } from './study-column-ids.ts'
import type { StudyColumnOptions } from './study-column-ids.ts'
import styles from './study-columns.module.css'

type ColumnId = ReturnType<typeof listStudyColumnIds>[number]

export function createStudyColumns(
  t: TFunction,
  options: StudyColumnOptions,
): readonly Column<StudyRow>[] {
  const speciesOf = (row: StudyRow) =>
    row.speciesId === null ? undefined : getSpeciesName(row.speciesId)
  // The X-ray log has one column more, and animal, owner and user must stay readable in it.
  const isHiddenOnLaptop = options.withUser === true
  const columns: Record<ColumnId, Column<StudyRow>> = {
    ...createIdentityColumns(t, isHiddenOnLaptop),
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
          <span className={styles.species} title={t(`studies:species.${species}`)}>
            <SpeciesIcon species={species} />
            <span>{t(`studies:species.${species}`)}</span>
          </span>
        )
      },
      width: 'clamp(68px, 7.5cqi, 104px)',
      isHiddenOnPhone: true,
    },
    studyDate: {
      id: 'studyDate',
      header: t('studies:column.studyDate'),
      value: (row) => formatDateTime(row.studyDate, options.timeZone),
      cell: (row) => (
        <time className={styles.dayAndTime} dateTime={row.studyDate}>
          <span>{formatDateTime(row.studyDate, options.timeZone).slice(0, 10)}</span>{' '}
          <span>{formatDateTime(row.studyDate, options.timeZone).slice(11)}</span>
        </time>
      ),
      width: 'clamp(102px, calc(15cqi - 44px), 156px)',
    },
    modality: {
      id: 'modality',
      header: t('studies:column.modality'),
      value: (row) => formatStudyModality(t, row),
      isTwoLines: true,
      isHiddenOnTablet: true,
      // A breed is read whole in its place.
      isHiddenOnWideTablet: true,
      isHiddenOnLaptop,
      width: 76,
      isHiddenOnPhone: true,
    },
    images: {
      id: 'images',
      header: t('studies:column.images'),
      value: (row) => row.imageCount,
      cell: (row) => <RowImages row={row} isShort={isHiddenOnLaptop} />,
      isUnsorted: true,
      width: isHiddenOnLaptop ? 'clamp(72px, 8cqi, 122px)' : 'clamp(90px, 9cqi, 122px)',
    },
    report: {
      id: 'report',
      header: t('studies:column.report'),
      value: (row) => formatReportState(t, row),
      cell: (row) => <ReportState row={row} />,
      isUnsorted: true,
      width: 'clamp(110px, 9cqi, 128px)',
      isHiddenOnLaptop,
    },
    user: {
      id: 'user',
      header: t('studies:column.user'),
      value: (row) => row.user,
      isTwoLines: true,
      width: 'clamp(96px, 12cqi, 112px)',
    },
    deleted: {
      id: 'deleted',
      header: t('studies:column.deleted'),
      value: (row) => (row.deleted ? t('studies:deleted') : ''),
      cell: (row) => (row.deleted ? <Badge tone="red">{t('studies:deleted')}</Badge> : null),
      width: 92,
    },
  }
  return listStudyColumnIds(options).map((id) => columns[id])
}

const formatRowName = (t: TFunction, { patientName, patientId, patientNameGroups }: StudyRow) =>
  formatPatientName(t, patientName, { number: patientId, groups: patientNameGroups })

/** Number and name of the patient, owner and breed. */
const createIdentityColumns = (
  t: TFunction,
  isHiddenOnLaptop: boolean,
): Record<'patientId' | 'patientName' | 'owner' | 'breed', Column<StudyRow>> => ({
  patientId: {
    id: 'patientId',
    header: t('studies:column.patientId'),
    value: (row) => row.patientId,
    cell: (row) => (
      <span className={styles.number} title={row.patientId}>
        {row.patientId}
      </span>
    ),
    // A number of 13 digits, which a registration without a number gets, fits in.
    width: 'clamp(118px, 10cqi, 160px)',
    isTwoLines: true,
    isHiddenOnPhone: true,
    isHiddenOnTablet: true,
  },
  patientName: {
    id: 'patientName',
    header: t('studies:column.patientName'),
    value: (row) => formatRowName(t, row),
    cell: (row) => {
      const name = formatRowName(t, row)
      return (
        <span title={name} className={styles.named} data-number={row.patientId}>
          {name}
        </span>
      )
    },
    isTwoLines: true,
    isPrimary: true,
  },
  owner: {
    id: 'owner',
    header: t('studies:column.owner'),
    value: (row) => row.owner ?? '',
    // "Propriétaire" is not cut on a narrow screen.
    width: 'clamp(100px, calc(15cqi - 36px), 320px)',
    isTwoLines: true,
  },
  breed: {
    id: 'breed',
    header: t('studies:column.breed'),
    value: (row) => formatBreed(row.breed ?? '', getLanguage()),
    isTwoLines: true,
    ...(isHiddenOnLaptop && { width: 'clamp(80px, 7cqi, 150px)' }),
    isHiddenOnTablet: true,
    isHiddenOnLaptop,
  },
})

interface RowImagesProps {
  readonly row: StudyRow
  /** Shows only the first image on a tablet. */
  readonly isShort: boolean
}

/** Thumbnails in a table row, by which users recognise a study at a glance. */
const RowImages = ({ row, isShort }: RowImagesProps) => (
  <span className={styles.images} data-short={isShort || undefined}>
    {row.thumbnails.map((imageId) => (
      <ImageThumbnail key={imageId} imageId={imageId} label="" size={28} />
    ))}
    {row.imageCount === 0 && row.documentCount > 0 ? null : (
      <span className={styles.count}>{row.imageCount}</span>
    )}
    {row.documentCount === 0 ? null : (
      <span className={styles.documents}>
        <Icon
          icon={IconFileText}
          label={i18next.t('studies:preview.documents', { count: row.documentCount })}
        />
        {row.documentCount}
      </span>
    )}
  </span>
)
