import type { CaseDetail } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { caseQueries } from '../../../api/records/case.ts'
import { CaseFileTile } from '../shared/case-file-tile.tsx'
import styles from './reading.module.css'

/** The reports of earlier studies that the clinic has attached: documents of the archive. */
export function EarlierReports({ radCase }: { readonly radCase: CaseDetail }) {
  const { t } = useTranslation()
  const { data: files = [] } = useQuery(caseQueries.files(radCase.id))
  const reports = files.filter(({ imageId, isFromReceiver }) => imageId !== null && !isFromReceiver)
  if (reports.length === 0) return null
  return (
    <section className={styles.part}>
      <h2>{t('caseReading:part.earlierReports')}</h2>
      <ul className={styles.tiles} aria-label={t('caseReading:part.earlierReports')}>
        {reports.map((file) => (
          <li key={file.id}>
            <CaseFileTile file={file} />
          </li>
        ))}
      </ul>
    </section>
  )
}
