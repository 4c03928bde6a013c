import { useTranslation } from 'react-i18next'
import { reportLimits } from '@talus/report/document'
import type { ReportPage } from '@talus/report/document'
import { headerHeight, textStyles } from '@talus/report/layout'
import { useStore } from '../../../store.ts'
import type { Completion } from '../editor/completion-list.tsx'
import type { EditorStore } from '../editor/editor-store.ts'
import { TextEditor } from '../editor/text-editor.tsx'
import { getLayoutOptions, layOutPage } from '../state/report-changes.ts'
import type { Caret, ReportStore } from '../state/report-store.ts'
import { ImageSlotView } from './image-slot.tsx'
import { Paper, Signature } from './paper-page.tsx'
import type { PaperHead } from './paper-header.tsx'
import type { SlotActions } from './slot-actions.ts'
import styles from './pages.module.css'

interface ActivePageProps {
  readonly store: ReportStore
  readonly editors: EditorStore
  readonly head: PaperHead
  readonly page: ReportPage
  readonly index: number
  readonly caret: Caret
  readonly slots: SlotActions
  readonly completions: readonly Completion[]
}

/** The page that is being edited. */
export function ActivePage(props: ActivePageProps) {
  const { store, editors, head, page, index, caret, slots, completions } = props
  const { t } = useTranslation()
  const { report } = useStore(store)
  const { change, changeText, refuse, go } = store.actions
  const layout = layOutPage(report, index)
  const { content } = layout.frame
  // An empty title takes no height in the PDF, but its field needs some: it is above the text.
  const titleTop = content.top + (index === 0 ? headerHeight : 0)
  const titleLines = Math.max(layout.title.length, 1)
  return (
    <Paper layout={layout} head={head} number={{ page: index + 1, pages: report.pages.length }}>
      <textarea
        className={styles.title}
        data-empty={page.title === '' || undefined}
        style={{
          left: content.x,
          top: page.title === '' ? titleTop - 20 : titleTop,
          width: content.width,
          height: page.title === '' ? 18 : titleLines * textStyles.title.lineHeight,
        }}
        rows={1}
        lang={report.language}
        value={page.title}
        maxLength={reportLimits.titleMax}
        aria-label={t('report:pages.title')}
        placeholder={t('report:pages.titlePlaceholder')}
        onChange={({ currentTarget }) => {
          const title = currentTarget.value.replaceAll(/\s/gu, ' ')
          change(page.id, (now) => ({ ...now, title }), `title ${page.id}`)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          editors.get()?.view.focus()
        }}
      />
      {layout.images.map((placed) => (
        <ImageSlotView
          key={placed.index}
          placed={placed}
          pageId={page.id}
          slot={page.images.find((image) => image.index === placed.index)}
          actions={slots}
        />
      ))}
      <TextEditor
        page={page}
        options={getLayoutOptions(report, index)}
        column={layout.textColumn}
        caret={caret}
        store={editors}
        completions={completions}
        onChange={(body) => changeText(page.id, body)}
        onStep={go}
        onRefused={(body) => refuse({ ...page, body })}
      />
      {layout.signature ? <Signature box={layout.signature} labels={head.signature} /> : null}
    </Paper>
  )
}
