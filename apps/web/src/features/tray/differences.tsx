import { IconAlertTriangle } from '@tabler/icons-react'
import type { TrayDifferences, TrayGroup } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { trayQueries } from '../../api/records/tray.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './tray.module.css'

/** Sums up the differences beside the question, where they are seen without scrolling. */
export function DifferenceSummary({ group }: { readonly group: TrayGroup }) {
  const { t } = useTranslation()
  const { data } = useQuery(trayQueries.differences(group.id))
  if (!data) return null
  const names = data.attributes.map(({ tag, keyword }) => formatAttributeName(t, tag, keyword))
  const shown = names.slice(0, summarisedMax).join(', ')
  const more = names.length - summarisedMax + data.more
  const others = more > 0 ? `${shown}, ${t('tray:more', { count: more })}` : shown
  return (
    <p className={styles.summary}>
      {t(`tray:pixels.${data.pixels}`)}{' '}
      {names.length === 0 ? null : t('tray:pixels.others', { names: others })}
    </p>
  )
}
const summarisedMax = 4

/** The differences from the image on file, as the first rows of the table; of the first image. */
export function Differences({ group }: { readonly group: TrayGroup }) {
  const { t } = useTranslation()
  const { data, isError } = useQuery(trayQueries.differences(group.id))
  const count = group.entryIds.length
  return (
    <tbody>
      {count > 1 ? (
        <tr>
          <td colSpan={3} className={styles.muted}>
            {t('tray:pixels.first', { count })}
          </td>
        </tr>
      ) : null}
      <tr data-differing={data?.pixels === 'differ' || undefined}>
        <th scope="row">{t('tray:pixels.label')}</th>
        <td colSpan={2}>{formatPixels(t, data, isError)}</td>
      </tr>
      {data?.attributes.map(({ tag, keyword, claim, record }) => (
        <tr key={tag} data-differing>
          <th scope="row">
            {formatAttributeName(t, tag, keyword)}
            <Differs />
          </th>
          <td>{claim || '—'}</td>
          <td>{record || '—'}</td>
        </tr>
      ))}
      {data && data.more > 0 ? (
        <tr>
          <td colSpan={3} className={styles.muted}>
            {t('tray:more', { count: data.more })}
          </td>
        </tr>
      ) : null}
    </tbody>
  )
}

/** Marks a row by a word too, not by its colour alone. */
export function Differs() {
  const { t } = useTranslation()
  return (
    <span className={styles.differs}>
      <Icon icon={IconAlertTriangle} size="sm" />
      {t('tray:column.differs')}
    </span>
  )
}

function formatPixels(t: TFunction, data: TrayDifferences | undefined, isError: boolean): string {
  if (data) return t(`tray:pixels.${data.pixels}`)
  return isError ? t('tray:pixels.unknown') : t('tray:pixels.comparing')
}

/** Attributes that users of a clinic know; the others have the keyword of the standard. */
const named = [
  'PatientID',
  'PatientName',
  'PatientBirthDate',
  'PatientSex',
  'ResponsiblePerson',
  'BodyPartExamined',
  'ViewPosition',
  'ImageLaterality',
  'Laterality',
  'ImageComments',
  'StudyDescription',
  'SeriesDescription',
  'SeriesInstanceUID',
  'StudyDate',
  'StudyTime',
  'AcquisitionDate',
  'AcquisitionTime',
  'InstanceNumber',
  'SeriesNumber',
  'AccessionNumber',
  'WindowCenter',
  'WindowWidth',
] as const

function formatAttributeName(t: TFunction, tag: string, keyword: string): string {
  const known = named.find((name) => name === keyword)
  if (known) return t(`tray:attribute.${known}`)
  return keyword || `(${tag.slice(0, 4)},${tag.slice(4)})`
}
