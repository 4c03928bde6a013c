import type { Image, Study } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../store.ts'
import type { EditorStore } from '../editor/editor-store.ts'
import type { ReportStore } from '../state/report-store.ts'
import { ImagePanel } from './image-panel.tsx'
import { InsertPanel } from './insert-panel.tsx'
import type { Insertion } from './insert-panel.tsx'
import styles from './panel.module.css'

interface SidePanelProps {
  readonly study: Study
  readonly store: ReportStore
  readonly editors: EditorStore
  readonly onAddImage: (image: Image) => void
  readonly insertions: {
    readonly measurements: readonly Insertion[] | undefined
    readonly templates: readonly Insertion[] | undefined
  }
}

/** The images of the study, its measurements, and the templates. */
export function SidePanel({ study, store, editors, onAddImage, insertions }: SidePanelProps) {
  const { t } = useTranslation()
  const { report } = useStore(store)
  const isDisabled = useStore(editors) === undefined
  const usedIds = new Set<number>(
    report.pages.flatMap(({ images }) => images.map(({ imageId }) => imageId)),
  )
  return (
    <aside className={styles.panel} aria-label={t('report:panel.label')}>
      <section className={styles.section}>
        <h2>{t('report:panel.images')}</h2>
        <ImagePanel studyId={study.id} usedIds={usedIds} onAdd={onAddImage} />
      </section>
      <InsertPanel
        title={t('report:panel.measurements')}
        insertions={insertions.measurements}
        empty={t('report:panel.noMeasurements')}
        isDisabled={isDisabled}
      />
      <InsertPanel
        title={t('report:panel.templates')}
        insertions={insertions.templates}
        empty={t('report:panel.noTemplates')}
        isDisabled={isDisabled}
      />
    </aside>
  )
}
