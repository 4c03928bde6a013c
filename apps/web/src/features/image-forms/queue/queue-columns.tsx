import { imageWords } from '@talus/anatomy'
import type { DicomSend, Language } from '@talus/contract'
import type { TFunction } from 'i18next'
import { dateTime } from '../../../ui/dates.ts'
import type { Column } from '../../../ui/table/column.ts'
import { SendStateBadge } from '../send-state.tsx'
import styles from './dicom-queue.module.css'

const nextTry = ({ state, nextTryOn }: DicomSend, timeZone: string) =>
  state === 'waiting' && nextTryOn !== null ? dateTime(nextTryOn, timeZone) : ''

interface Words {
  readonly language: Language
  readonly timeZone: string
}

const whole = (text: string) => <span className={styles.whole}>{text}</span>

/** The time may come below its day; a day is not broken. */
function dayAndTime(text: string) {
  const [day = '', time = ''] = text.split(' ')
  return (
    <>
      {whole(day)} {whole(time)}
    </>
  )
}

/** The ids are what the server sorts by. */
export const queueColumns = (
  t: TFunction,
  { language, timeZone }: Words,
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
    value: (row) => row.patientName,
    isPrimary: true,
  },
  {
    id: 'image',
    header: t('imageForms:queue.image'),
    value: (row) => imageWords(row, language),
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
    // A whole sentence.
    width: '25%',
  },
  {
    id: 'nextTryOn',
    header: t('imageForms:queue.nextTry'),
    value: (row) => nextTry(row, timeZone),
    cell: (row) => dayAndTime(nextTry(row, timeZone)),
    isUnsorted: true,
  },
  {
    id: 'user',
    header: t('imageForms:queue.user'),
    value: (row) => (row.isAutomatic ? t('imageForms:queue.automatic') : row.user),
    cell: (row) => whole(row.isAutomatic ? t('imageForms:queue.automatic') : row.user),
    isUnsorted: true,
  },
  {
    id: 'createdOn',
    header: t('imageForms:queue.createdOn'),
    value: (row) => dateTime(row.createdOn, timeZone),
    cell: (row) => dayAndTime(dateTime(row.createdOn, timeZone)),
  },
]
