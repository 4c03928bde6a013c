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
import { ToolbarButton } from '../../core/toolbar/toolbar-button.tsx'
import { ToolbarMenu, ToolbarMenuItem } from '../../core/toolbar/toolbar-menu.tsx'
import type { Hanging } from './use-hanging.ts'
import styles from './hanging-strip.module.css'

/**
 * A line above the images with the layouts of the study. A guided measurement replaces it, so that
 * choosing one does not move the images.
 */
export function HangingStrip({ hanging }: { readonly hanging: Hanging }) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const { subject, stages, at } = hanging
  if (!subject || stages.length === 0) return <div className={styles.strip} />
  const name = `${speciesEntries[subject.species].names[language]} · ${formatHangingRegion(subject.region, language)}`
  const report = (done: Promise<unknown>, text: string) =>
    void done.then(
      () => toast.done(text),
      (error: unknown) => toast.error(getErrorMessage(error)),
    )
  return (
    <div className={styles.strip} role="group" aria-label={t('viewer:hanging.title')}>
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
