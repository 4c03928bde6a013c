import type { StudyDocument } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
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

interface DocumentListProps {
  readonly documents: readonly StudyDocument[]
  readonly timeZone: string | undefined
}

/** The documents of a study; a press opens one in a dialog. */
export const DocumentList = (props: DocumentListProps) => (
  <WithTranslations namespace="documents" height={40}>
    <TranslatedList {...props} />
  </WithTranslations>
)

function TranslatedList({ documents, timeZone }: DocumentListProps) {
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
