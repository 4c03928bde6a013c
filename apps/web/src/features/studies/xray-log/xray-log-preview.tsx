import { xrayLogExposureTags } from '@talus/contract'
import type { ClinicId, XrayLogTag } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import type { DayRange } from '../day-fields.tsx'
import { logPreviewQuery } from './xray-log.queries.ts'
import styles from './xray-log.module.css'

interface XrayLogPreviewProps {
  readonly clinicId: ClinicId
  readonly days: DayRange
  readonly tags: readonly XrayLogTag[]
}

const exposureTags: readonly XrayLogTag[] = xrayLogExposureTags

/** Shows the first rows of the exported file. */
export function XrayLogPreview({ clinicId, days, tags }: XrayLogPreviewProps) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language, {
    maximumFractionDigits: 3,
    useGrouping: false,
  })
  const { data, error } = useQuery(logPreviewQuery(clinicId, days, tags))
  if (tags.length === 0) return <p className={styles.text}>{t('xrayLog:noColumns')}</p>
  if (error) return <p className={styles.text}>{getErrorMessage(error)}</p>
  if (!data) return <div className={styles.preview} aria-busy />
  const rowType = tags.some((tag) => exposureTags.includes(tag)) ? 'exposure' : 'study'
  return (
    <section className={styles.previewed} aria-label={t('xrayLog:preview')}>
      <p className={styles.text} role="status">
        {t(`xrayLog:lines.${rowType}`)}{' '}
        {data.isMore ? t('xrayLog:firstLines', { count: data.lines.length }) : null}
      </p>
      {data.lines.length === 0 ? (
        <p className={styles.text}>{t('xrayLog:empty.text')}</p>
      ) : (
        // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex -- scrolled by keyboard
        <div className={styles.preview} tabIndex={0} role="group" aria-label={t('xrayLog:preview')}>
          <table>
            <thead>
              <tr>
                {data.columns.map((tag) => (
                  <th key={tag} scope="col">
                    {t(`xrayLog:column.${tag}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.lines.map((line, index) => (
                // Rows of a log may be identical, so that only the index identifies them.
                // oxlint-disable-next-line react/no-array-index-key -- see above
                <tr key={index}>
                  {line.map((cell, column) => (
                    <td key={data.columns[column]}>
                      {typeof cell === 'number' ? number.format(cell) : cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
