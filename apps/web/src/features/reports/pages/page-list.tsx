import { useTranslation } from 'react-i18next'
import { useStore } from '../../../store.ts'
import { layOutPage } from '../state/report-changes.ts'
import type { ReportStore } from '../state/report-store.ts'
import type { PaperHead } from './paper-header.tsx'
import { PaperPage } from './paper-page.tsx'
import { ScaledPage } from './scaled-page.tsx'
import styles from './pages.module.css'

interface PageListProps {
  readonly store: ReportStore
  readonly head: PaperHead
  readonly isReadOnly: boolean
}

const thumbnailWidth = 124

/** The pages as thumbnails; pressing one makes it active, pressing it again ends that. */
export function PageList({ store, head, isReadOnly }: PageListProps) {
  const { t } = useTranslation()
  const { report, activeId } = useStore(store)
  return (
    <nav className={styles.list} aria-label={t('report:pages.list')}>
      <ol>
        {report.pages.map((page, index) => {
          const layout = layOutPage(report, index)
          const name = page.title || t('report:pages.untitled')
          return (
            <li key={page.id} className={styles.thumbnail}>
              <div aria-hidden inert>
                <ScaledPage layout={layout} scale={thumbnailWidth / layout.frame.width}>
                  <PaperPage
                    page={page}
                    layout={layout}
                    head={head}
                    pageNumber={index + 1}
                    pageCount={report.pages.length}
                  />
                </ScaledPage>
              </div>
              {/* Covers the picture, whose text is not its name. */}
              <button
                type="button"
                className={styles.thumbnailButton}
                aria-pressed={page.id === activeId}
                aria-label={t('report:pages.one', { number: index + 1, title: name })}
                onClick={() => {
                  if (!isReadOnly) store.actions.toggle(page.id)
                }}
              >
                {index + 1}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
