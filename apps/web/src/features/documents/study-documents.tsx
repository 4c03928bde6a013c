import type { StudyDocument, StudyId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { documentQueries } from '../../api/records/document.ts'
import { Icon } from '../../ui/display/icon.tsx'
import {
  findNewestReport,
  getDocumentDetail,
  getDocumentName,
  sortDocuments,
} from '../../ui/format/document-name.ts'
import { openModal } from '../../ui/modals/modal-store.ts'
import { WithTranslations } from '../../ui/states/with-translations.tsx'
import { DocumentDialog } from './document-dialog.tsx'
import { OpenPathContext } from './reference-link.tsx'
import { getDocumentIcon } from './document-icons.ts'
import styles from './documents.module.css'

interface StudyDocumentsProps {
  readonly studyId: StudyId
  readonly timeZone: string | undefined
}

/** The PDFs, reports, ECGs and other objects of a study that are no images; nothing without any. */
export function StudyDocuments(props: StudyDocumentsProps) {
  const { data = [] } = useQuery(documentQueries.ofStudy(props.studyId))
  if (data.length === 0) return null
  return (
    <WithTranslations namespace="documents" height={40}>
      <DocumentList documents={data} timeZone={props.timeZone} />
    </WithTranslations>
  )
}

interface DocumentListProps extends Pick<StudyDocumentsProps, 'timeZone'> {
  readonly documents: readonly StudyDocument[]
}

function DocumentList({ documents, timeZone }: DocumentListProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const newest = findNewestReport(documents)
  const open = (document: StudyDocument) =>
    openModal({
      title: getDocumentName(t, document),
      size: 'min(1100px, 96vw)',
      body: (
        <OpenPathContext value={(path) => void navigate(path)}>
          <DocumentDialog document={document} timeZone={timeZone} />
        </OpenPathContext>
      ),
    })
  return (
    <section className={styles.list}>
      <h3>{t('documents:title')}</h3>
      <ul>
        {sortDocuments(documents).map((document) => (
          <li key={document.id}>
            <button type="button" className={styles.row} onClick={() => open(document)}>
              <Icon icon={getDocumentIcon(document.kind)} size="lg" />
              <span className={styles.texts}>
                <span>{getDocumentName(t, document)}</span>
                <span className={styles.detail}>
                  {getDocumentDetail(t, document, { timeZone, isNewest: document === newest })}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
