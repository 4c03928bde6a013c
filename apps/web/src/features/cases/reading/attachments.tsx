import type { CaseDetail } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { caseQueries } from '../../../api/records/case.ts'
import { CaseFileTile } from '../shared/case-file-tile.tsx'
import styles from './reading.module.css'

/** The other files of a case. */
export function Attachments({ radCase }: { readonly radCase: CaseDetail }) {
  const { t } = useTranslation()
  const { data: files = [] } = useQuery(caseQueries.files(radCase.id))
  const attachments = files.filter(({ isFromReceiver }) => !isFromReceiver)
  return (
    <section className={styles.part}>
      <h2>{t('caseReading:part.attachments')}</h2>
      {attachments.length === 0 ? (
        <p className={styles.none}>{t('caseReading:file.noAttachments')}</p>
      ) : (
        <ul className={styles.tiles} aria-label={t('caseReading:part.attachments')}>
          {attachments.map((file) => (
            <li key={file.id}>
              <CaseFileTile file={file} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
