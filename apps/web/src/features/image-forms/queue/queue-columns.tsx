import { formatImageAnatomy } from '@talus/anatomy'
import { formatPatientName } from '@talus/contract'
import type { DicomSend, Language } from '@talus/contract'
import type { TFunction } from 'i18next'
import { formatDateTime } from '../../../ui/format/dates.ts'
import type { Column } from '../../../ui/table/column.ts'
import { SendStateBadge } from '../send/send-state.tsx'
import styles from './dicom-queue.module.css'

const formatNextTry = ({ state, nextTryOn }: DicomSend, timeZone: string) =>
  state === 'waiting' && nextTryOn !== null ? formatDateTime(nextTryOn, timeZone) : ''

interface ColumnOptions {
  readonly language: Language
  readonly timeZone: string
}

const unbroken = (text: string) => <span className={styles.whole}>{text}</span>

/** The time may wrap below the date; neither of them is broken. */
function renderDayAndTime(text: string) {
  const [day = '', time = ''] = text.split(' ')
  return (
    <>
      {unbroken(day)} {unbroken(time)}
    </>
  )
}

/** The ids of the columns are the sort keys of the server. */
export const createQueueColumns = (
  t: TFunction,
  { language, timeZone }: ColumnOptions,
): readonly Column<DicomSend>[] => [
  {
    id: 'state',
    header: t('imageForms:queue.state'),
    value: (row) => t(`imageForms:state.${row.state}`),
    cell: (row) => <SendStateBadge send={row} />,
  },
  {
    id: 'patientName',
    header: t('imageForms:queue.patient'),
    value: (row) => formatPatientName(t, row.patientName),
    isPrimary: true,
  },
  {
    id: 'image',
    header: t('imageForms:queue.image'),
    value: (row) => formatImageAnatomy(row, language),
    isUnsorted: true,
    width: '15%',
  },
  { id: 'server', header: t('imageForms:queue.server'), value: (row) => row.serverName },
  {
    id: 'attempts',
    header: t('imageForms:queue.attempts'),
    value: (row) => row.attempts,
    align: 'end',
    width: 72,
  },
  {
    id: 'error',
    header: t('imageForms:queue.error'),
    value: (row) => row.error ?? '',
    cell: (row) => <span className={styles.error}>{row.error}</span>,
    isUnsorted: true,
    // Wide, because it is a whole sentence.
    width: '25%',
  },
  {
    id: 'nextTryOn',
    header: t('imageForms:queue.nextTry'),
    value: (row) => formatNextTry(row, timeZone),
    cell: (row) => renderDayAndTime(formatNextTry(row, timeZone)),
    isUnsorted: true,
  },
  {
    id: 'user',
    header: t('imageForms:queue.user'),
    value: (row) => (row.isAutomatic ? t('imageForms:queue.automatic') : row.user),
    cell: (row) => unbroken(row.isAutomatic ? t('imageForms:queue.automatic') : row.user),
    isUnsorted: true,
  },
  {
    id: 'createdOn',
    header: t('imageForms:queue.createdOn'),
    value: (row) => formatDateTime(row.createdOn, timeZone),
    cell: (row) => renderDayAndTime(formatDateTime(row.createdOn, timeZone)),
  },
]
