import { Checkbox } from '@mantine/core'
import { IconAlertOctagon } from '@tabler/icons-react'
import { formatBreed } from '@talus/anatomy'
import { formatCaseNumber, formatPatientName } from '@talus/contract'
import type { CaseRow } from '@talus/contract'
import type { TFunction } from 'i18next'
import { getLanguage } from '../../../language.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import type { Column } from '../../../ui/table/column.ts'
import { DueChip } from '../shared/due-chip.tsx'
import { formatDueTime } from '../shared/due-text.ts'
import { PriorityBadge } from '../shared/priority-badge.tsx'
import styles from './cases-page.module.css'

interface ColumnOptions {
  readonly now: Date
  readonly isSelected: (row: CaseRow) => boolean
  readonly onToggle: (row: CaseRow) => void
  readonly isEverySelected: boolean
  readonly onToggleAll: () => void
  /** Available cases have no radiologist yet. */
  readonly hasRadiologist: boolean
  /** The cases are finalized or cancelled. */
  readonly isClosed: boolean
  readonly timeZone: string | undefined
  /** The page has cases with a message; else its column leaves its space to the names. */
  readonly hasMessages: boolean
}

/** The question to the clinic, or the reason of a cancelled case. */
export const getMessage = (row: CaseRow) => row.requestMoreInfoMessage || row.cancelReason

export function createCaseColumns(
  t: TFunction,
  options: ColumnOptions,
): readonly Column<CaseRow>[] {
  const { now, hasRadiologist, isClosed, timeZone, hasMessages } = options
  return [
    createSelectColumn(t, options),
    {
      id: 'due',
      header: t('cases:column.due'),
      value: (row) => formatDueTime(t, row, now).text,
      cell: (row) => (
        <span className={styles.due}>
          <DueChip radCase={row} now={now} />
        </span>
      ),
      isTwoLines: true,
      // A closed case has one or two words here, an open one the time that is left.
      width: isClosed ? 'clamp(100px, 8cqi, 140px)' : 'clamp(152px, 10cqi, 204px)',
    },
    {
      id: 'caseNumber',
      header: t('cases:column.caseNumber'),
      value: (row) => formatCaseNumber(row.id),
      cell: (row) => (
        <span className={styles.number}>
          {formatCaseNumber(row.id)}
          {row.isTest ? <Badge>{t('cases:test')}</Badge> : null}
          {row.criticalOn !== null && row.acknowledgedOn === null ? (
            <Icon icon={IconAlertOctagon} label={t('cases:critical')} className={styles.critical} />
          ) : null}
        </span>
      ),
      width: 'clamp(136px, 11cqi, 168px)',
    },
    {
      id: 'moreInfo',
      header: t('cases:column.moreInfo'),
      value: getMessage,
      isTwoLines: true,
      isUnsorted: true,
      // The heading in one line.
      ...(hasMessages ? {} : { width: 92 }),
    },
    {
      id: 'patientName',
      header: t('cases:column.patientName'),
      value: (row) => formatPatientName(t, row.patientName),
      cell: (row) =>
        row.otherIdentity.length === 0 ? (
          formatPatientName(t, row.patientName)
        ) : (
          <>
            {formatPatientName(t, row.patientName)}{' '}
            <Badge tone="amber">
              {t('cases:identity.mark', {
                name: formatPatientName(t, row.registeredPatient?.name ?? ''),
              })}
            </Badge>
          </>
        ),
      isTwoLines: true,
      isPrimary: true,
    },
    ...createRequestColumns(t, hasRadiologist, timeZone),
    {
      id: 'deleted',
      header: t('cases:column.deleted'),
      value: (row) => (row.isDeleted ? t('cases:deleted') : ''),
      cell: (row) => (row.isDeleted ? <Badge tone="red">{t('cases:deleted')}</Badge> : null),
      isUnsorted: true,
      // Only available cases can be deleted.
      isHiddenOnLaptop: hasRadiologist,
      // The heading in one line.
      width: hasRadiologist ? 88 : 'clamp(104px, 8cqi, 110px)',
    },
  ]
}

const createSelectColumn = (
  t: TFunction,
  { isSelected, onToggle, isEverySelected, onToggleAll }: ColumnOptions,
): Column<CaseRow> => ({
  id: 'select',
  header: t('cases:column.select'),
  headerCell: (
    <Checkbox
      aria-label={t('cases:selectAll')}
      checked={isEverySelected}
      onChange={onToggleAll}
      size="sm"
    />
  ),
  // A card leaves out columns without a value.
  value: (row) => row.id,
  cell: (row) => (
    // The press would otherwise also select the row alone.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the checkbox has the keys
    <span
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Checkbox
        aria-label={t('cases:selectRow', {
          number: formatCaseNumber(row.id),
          patient: formatPatientName(t, row.patientName),
        })}
        checked={isSelected(row)}
        onChange={() => onToggle(row)}
        size="sm"
      />
    </span>
  ),
  isUnsorted: true,
  width: 44,
})

const createRequestColumns = (
  t: TFunction,
  hasRadiologist: boolean,
  timeZone: string | undefined,
): readonly Column<CaseRow>[] => [
  {
    id: 'clinicName',
    header: t('cases:column.clinicName'),
    value: (row) => row.clinicName,
    isTwoLines: true,
    isUnsorted: true,
  },
  {
    id: 'veterinarian',
    header: t('cases:column.veterinarian'),
    value: (row) => row.referringVeterinarianName,
    isTwoLines: true,
    isUnsorted: true,
    isHiddenOnPhone: true,
    isHiddenOnLaptop: true,
    width: 'clamp(98px, 8cqi, 150px)',
  },
  ...(hasRadiologist
    ? [
        {
          id: 'radiologist',
          header: t('cases:column.radiologist'),
          value: (row: CaseRow) =>
            row.radiologistName === '' && row.requestedRadiologistName !== ''
              ? t('cases:requested', { name: row.requestedRadiologistName })
              : row.radiologistName,
          isTwoLines: true,
          isUnsorted: true,
          width: 'clamp(86px, 7.4cqi, 140px)',
        },
      ]
    : []),
  {
    id: 'breed',
    header: t('cases:column.breed'),
    value: (row) => formatBreed(row.breed, getLanguage()),
    isTwoLines: true,
    isUnsorted: true,
    width: 'clamp(92px, 8cqi, 150px)',
    isHiddenOnPhone: true,
    isHiddenOnLaptop: true,
  },
  {
    id: 'modality',
    header: t('cases:column.modality'),
    value: (row) => t(`cases:modality.${row.modality}`),
    isTwoLines: true,
    isUnsorted: true,
    isHiddenOnPhone: true,
    isHiddenOnLaptop: true,
    // The longest name in one line.
    width: 'clamp(94px, 7.6cqi, 112px)',
  },
  {
    id: 'priority',
    header: t('cases:column.priority'),
    value: (row) => t(`cases:priority.${row.priority}`),
    cell: (row) => <PriorityBadge priority={row.priority} />,
    // The badge with its icon and the longest word.
    width: 'clamp(116px, 9cqi, 120px)',
  },
  {
    id: 'submitOn',
    header: t('cases:column.submitOn'),
    value: (row) => (row.submitOn === null ? '' : formatDateTime(row.submitOn, timeZone)),
    cell: (row) =>
      row.submitOn === null ? null : (
        <time className={styles.dayAndTime} dateTime={row.submitOn}>
          <span>{formatDateTime(row.submitOn, timeZone).slice(0, 10)}</span>{' '}
          <span>{formatDateTime(row.submitOn, timeZone).slice(11)}</span>
        </time>
      ),
    isTwoLines: true,
    width: 'clamp(104px, 8.4cqi, 148px)',
  },
]
