import type { CaseDetail } from '@talus/contract'
import { lazy, Suspense, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../../../ui/shortcuts/use-shortcuts.ts'
import { useDarkPage } from '../../../ui/theme/dark-page.ts'
import type { PanelHosts } from '../../../viewer/index.ts'
import { ScrollArea } from './case-columns.tsx'
import type { FindingsInput } from './reading-work.tsx'
import { ReferenceTabs } from './reference-tabs.tsx'
import styles from './reading-screen.module.css'

/** Loaded after the texts, and only by those who read images here. */
const EmbeddedCaseViewer = lazy(async () => ({
  default: (await import('../case-viewer/embedded-case-viewer.tsx')).EmbeddedCaseViewer,
}))

interface ReadingScreenProps {
  readonly radCase: CaseDetail
  /** The texts of the report. */
  readonly work: ReactNode
  /** Undefined if the texts cannot be edited. */
  readonly input: RefObject<FindingsInput | null> | undefined
}

/**
 * The page of a radiologist: the images beside the texts, and beside both what the clinic has
 * written, the measurements, the earlier studies and the data of the active image.
 */
export function ReadingScreen({ radCase, work, input }: ReadingScreenProps) {
  const { t } = useTranslation()
  const images = useRef<HTMLElement>(null)
  const [hosts, setHosts] = useState<PanelHosts>()
  useDarkPage()
  useShortcuts([
    {
      keys: 'F6',
      label: t('caseReading:key.switch'),
      group: t('shell:title.editcases'),
      worksIn: ['textField'],
      run: () => {
        if (images.current?.contains(document.activeElement) && input?.current)
          input.current.focus()
        else images.current?.querySelector<HTMLElement>('[role="application"]')?.focus()
      },
    },
  ])
  return (
    <div className={styles.screen}>
      <section ref={images} className={styles.images} aria-label={t('caseReading:part.images')}>
        {hosts ? (
          <Suspense fallback={<div className={styles.waiting} />}>
            <EmbeddedCaseViewer
              caseId={radCase.id}
              hosts={hosts}
              onInsertMeasurement={input && ((text) => input.current?.insert(text))}
            />
          </Suspense>
        ) : null}
      </section>
      <ReferenceTabs radCase={radCase} onHosts={setHosts} />
      <ScrollArea label={t('caseReading:part.report')} className={styles.work}>
        {work}
      </ScrollArea>
    </div>
  )
}
