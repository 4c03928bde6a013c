import {
  IconChevronLeft,
  IconChevronRight,
  IconDeviceFloppy,
  IconLayoutBoardSplit,
  IconRestore,
} from '@tabler/icons-react'
import { formatHangingCell, formatHangingRegion, speciesEntries } from '@talus/anatomy'
import type { HangingStage, Language } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/error-message.ts'
import { toLanguage } from '../../../language.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { PointerTool } from '../../core/model.ts'
import type { ViewerStore } from '../../core/store/viewer-store.ts'
import { ToolButton } from '../../core/toolbar/tool-groups.tsx'
import { ToolbarButton } from '../../core/toolbar/toolbar-button.tsx'
import { ToolbarMenu, ToolbarMenuItem } from '../../core/toolbar/toolbar-menu.tsx'
import type { Hanging } from './use-hanging.ts'
import styles from './hanging-strip.module.css'

interface HangingStripProps {
  readonly hanging: Hanging
  /** The guided measurements that fit the study; empty without the permission for them. */
  readonly suggested: readonly PointerTool[]
  readonly store: ViewerStore
  readonly hasSpacing: boolean
}

/**
 * A line above the images with the layouts of the study and its likely measurements. A guided
 * measurement replaces it, so that choosing one does not move the images. Without either there is no
 * line, because it would take space from the images.
 */
export function HangingStrip(props: HangingStripProps) {
  const { hanging, suggested, store, hasSpacing } = props
  const { t } = useTranslation()
  const hasLayouts = hanging.subject !== undefined && hanging.stages.length > 0
  if (!hasLayouts && suggested.length === 0) return null
  return (
    <div className={styles.strip}>
      <Layouts hanging={hanging} />
      {suggested.length > 0 ? (
        <div className={styles.suggested} role="group" aria-label={t('viewer:hanging.measure')}>
          {suggested.map((tool) => (
            <ToolButton key={tool} toolId={tool} store={store} hasSpacing={hasSpacing} isShort />
          ))}
        </div>
      ) : null}
    </div>
  )
}

function Layouts({ hanging }: { readonly hanging: Hanging }) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const { subject, stages, at } = hanging
  if (!subject || stages.length === 0) return null
  const name = `${speciesEntries[subject.species].names[language]} · ${formatHangingRegion(subject.region, language)}`
  const report = (done: Promise<unknown>, text: string) =>
    void done.then(
      () => toast.done(text),
      (error: unknown) => toast.error(getErrorMessage(error)),
    )
  return (
    <div
      className={styles.layouts}
      role="group"
      aria-label={t('viewer:hanging.title')}
      data-layouts
    >
      <ToolbarMenu label={t('viewer:hanging.title')} icon={IconLayoutBoardSplit}>
        {(close) => (
          <>
            {stages.map(({ stage }, index) => (
              <ToolbarMenuItem
                key={JSON.stringify(stage)}
                label={describeStage(stage, language, t('viewer:hanging.prior'))}
                note={t('viewer:grid.by', { rows: stage.rows, columns: stage.columns })}
                isChecked={index === at}
                onClick={() => {
                  close()
                  hanging.show(index)
                }}
              />
            ))}
            {hanging.save ? (
              <ToolbarMenuItem
                label={t('viewer:hanging.save', { name })}
                note={t('viewer:hanging.saveNote')}
                icon={IconDeviceFloppy}
                onClick={() => {
                  close()
                  if (hanging.save) report(hanging.save(), t('viewer:hanging.saved', { name }))
                }}
              />
            ) : null}
            {hanging.reset ? (
              <ToolbarMenuItem
                label={t('viewer:hanging.reset')}
                icon={IconRestore}
                onClick={() => {
                  close()
                  if (hanging.reset)
                    report(hanging.reset(), t('viewer:hanging.resetDone', { name }))
                }}
              />
            ) : null}
          </>
        )}
      </ToolbarMenu>
      <span className={styles.name}>{name}</span>
      {stages.length > 1 ? (
        <>
          <ToolbarButton
            label={t('viewer:hanging.previous')}
            icon={IconChevronLeft}
            onClick={() => hanging.step(-1)}
          />
          <span
            className={styles.count}
          >{`${at === undefined ? '–' : at + 1} / ${stages.length}`}</span>
          <ToolbarButton
            label={t('viewer:hanging.next')}
            icon={IconChevronRight}
            onClick={() => hanging.step(1)}
          />
        </>
      ) : null}
    </div>
  )
}

const describeStage = (stage: HangingStage, language: Language, prior: string): string =>
  stage.cells
    .map((cell) =>
      [formatHangingCell(cell, language, '*'), cell?.isPrior ? `(${prior})` : '']
        .filter(Boolean)
        .join(' '),
    )
    .join(', ')
