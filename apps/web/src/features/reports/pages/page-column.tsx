import { useElementSize } from '@mantine/hooks'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../store.ts'
import type { Completion } from '../editor/completion-list.tsx'
import type { EditorStore } from '../editor/editor-store.ts'
import { layOutPage } from '../state/report-changes.ts'
import type { ReportStore } from '../state/report-store.ts'
import { ActivePage } from './active-page.tsx'
import { PageTools } from './page-tools.tsx'
import type { PaperHead } from './paper-header.tsx'
import { PaperPage } from './paper-page.tsx'
import { ScaledPage } from './scaled-page.tsx'
import type { SlotActions } from './slot-actions.ts'
import styles from './pages.module.css'

interface PageColumnProps {
  readonly store: ReportStore
  readonly editors: EditorStore
  readonly head: PaperHead
  readonly slots: SlotActions
  readonly completions: readonly Completion[]
  readonly isReadOnly: boolean
}

const margin = 32
const largest = 1.25

/** All pages below each other; the active one can be edited. */
export function PageColumn(props: PageColumnProps) {
  const { store, editors, head, slots, completions, isReadOnly } = props
  const { t } = useTranslation()
  const { report, activeId, revision, caret } = useStore(store)
  const { ref, width } = useElementSize<HTMLDivElement>()
  // A page that was added or chosen in the list is brought into view.
  useEffect(() => {
    if (activeId !== undefined)
      document.querySelector(`[data-page="${activeId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const frameWidth = layOutPage(report, 0).frame.width
  const scale = Math.min(largest, Math.max((width - margin) / frameWidth, 0.2))
  return (
    <div ref={ref} className={styles.column} tabIndex={-1}>
      {width === 0
        ? null
        : report.pages.map((page, index) => {
            const layout = layOutPage(report, index)
            const isActive = page.id === activeId && !isReadOnly
            return (
              <section
                key={page.id}
                className={styles.page}
                data-page={page.id}
                data-active={isActive || undefined}
                aria-label={t('report:pages.one', {
                  number: index + 1,
                  title: page.title || t('report:pages.untitled'),
                })}
                style={{ width: frameWidth * scale }}
              >
                {isActive ? <PageTools store={store} page={page} index={index} /> : null}
                <div className={styles.sheet}>
                  <ScaledPage layout={layout} scale={scale}>
                    {isActive ? (
                      <ActivePage
                        key={revision}
                        store={store}
                        editors={editors}
                        head={head}
                        page={page}
                        index={index}
                        caret={caret}
                        slots={slots}
                        completions={completions}
                      />
                    ) : (
                      <PaperPage
                        page={page}
                        layout={layout}
                        head={head}
                        pageNumber={index + 1}
                        pageCount={report.pages.length}
                      />
                    )}
                  </ScaledPage>
                  {isActive || isReadOnly ? null : (
                    <button
                      type="button"
                      className={styles.activate}
                      aria-label={t('report:pages.edit', { number: index + 1 })}
                      onClick={() => store.actions.activate(page.id)}
                    >
                      <span>{t('report:pages.editHint')}</span>
                    </button>
                  )}
                </div>
              </section>
            )
          })}
    </div>
  )
}
