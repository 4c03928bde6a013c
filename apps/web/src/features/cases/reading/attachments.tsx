import { Skeleton } from '@mantine/core'
import type { CaseDetail } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/error-message.ts'
import { caseQueries } from '../../../api/records/case.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { CaseFileTile } from '../shared/case-file-tile.tsx'
import styles from './reading.module.css'

/** The other files of a case. */
export function Attachments({ radCase }: { readonly radCase: CaseDetail }) {
  const { t } = useTranslation()
  const { data: files, error } = useQuery(caseQueries.files(radCase.id))
  const attachments = files?.filter(({ isFromReceiver }) => !isFromReceiver)
  return (
    <section className={styles.part}>
      <h2>{t('caseReading:part.attachments')}</h2>
      {attachments === undefined ? (
        error ? (
          <ErrorNote text={getErrorMessage(error)} />
        ) : (
          <Skeleton height={120} />
        )
      ) : attachments.length === 0 ? (
        <p className={styles.none}>{t('caseReading:file.noAttachments')}</p>
      ) : (
        <ul className={styles.tiles} aria-label={t('caseReading:part.attachments')}>
          {attachments.map((file) => (
            <li key={file.id}>
              <CaseFileTile file={file}>
                {file.isFromRadiologist ? (
                  <small>{t('caseReading:file.ofRadiologist', { name: file.authorName })}</small>
                ) : null}
              </CaseFileTile>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
