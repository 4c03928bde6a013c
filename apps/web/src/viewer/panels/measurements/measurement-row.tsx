import { TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { limits } from '@talus/contract'
import type { Image } from '@talus/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drawing } from '../../model.ts'
import { withDrawing, withoutDrawing } from '../../store/viewer-store.ts'
import { useScene } from '../../tools/use-scene.ts'
import { measuredWords, toolWords, valueWords } from '../../tools/words.ts'
import { PanelButton } from '../panel-button.tsx'
import type { PanelFacts } from '../right-panel/panel-props.ts'
import { toolIcons } from '../toolbar/tool-icons.ts'
import { GuidedResult } from './guided/guided-result.tsx'
import { jumpTo } from './jump.ts'
import { resultsOf } from './report-text.ts'
import styles from './measurements.module.css'

interface MeasurementRowProps {
  readonly facts: PanelFacts
  readonly image: Image
  readonly drawing: Drawing
  /** Of an earlier study: to be looked at. */
  readonly isReadOnly: boolean
}

/** One drawing: its values, a remark, and a way to it and from it. */
export function MeasurementRow({ facts, image, drawing, isReadOnly }: MeasurementRowProps) {
  const { store, source, metadataOf, contextOf, showFrame } = facts
  const { t } = useTranslation()
  const isSelected = useScene(store, ({ selected }) => selected?.drawingId === drawing.id)
  const [isWriting, setWriting] = useState(false)
  const context = contextOf(image.id, drawing.frame)
  const metadata = metadataOf(image.id)
  const isOfLoop = (metadata?.display?.frames ?? 1) > 1
  const results = resultsOf(drawing, context)
  const Icon = toolIcons[drawing.tool]
  const name = toolWords(drawing.tool)
  const isWords = drawing.tool === 'comment' || drawing.tool === 'marker'

  const write = (text: string) => {
    setWriting(false)
    const said = text.trim()
    if (said === (drawing.text ?? '') || (isWords && said === '')) return
    const { text: _, ...rest } = drawing
    store.commit(image.id, withDrawing(said === '' ? rest : { ...rest, text: said }))
  }

  return (
    <li className={styles.row} data-selected={isSelected || undefined}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.jump}
          aria-current={isSelected || undefined}
          data-hint={t('viewerPanel:measurements.jump')}
          onClick={() => {
            jumpTo(store, image.id, drawing, metadata)
            if (isOfLoop || drawing.frame !== undefined) showFrame(image.id, drawing.frame ?? 1)
          }}
        >
          <Icon size={18} stroke={1.5} />
          <span className={styles.what}>
            <span className={styles.name}>
              {name}
              {isOfLoop ? (
                <span className={styles.frame}>
                  {t('viewer:frames.one', { frame: drawing.frame ?? 1 })}
                </span>
              ) : null}
            </span>
            {results.length === 0 && !isWords && drawing.tool !== 'arrow' ? (
              <span className={styles.muted}>{t('viewerPanel:measurements.unfinished')}</span>
            ) : null}
            {results.map((one, index) => (
              <span key={one.name} className={index === 0 ? styles.first : styles.more}>
                {measuredWords(one) === name ? null : <span>{measuredWords(one)} </span>}
                <b>{valueWords(one)}</b>
              </span>
            ))}
            {drawing.text && !isWriting ? <q className={styles.remark}>{drawing.text}</q> : null}
          </span>
        </button>
        {isReadOnly ? null : (
          <>
            <PanelButton
              icon={IconPencil}
              label={t('viewerPanel:measurements.remarkOn', { name })}
              hint={t('viewerPanel:measurements.remark')}
              onClick={() => setWriting(true)}
            />
            <PanelButton
              icon={IconTrash}
              label={t('viewerPanel:measurements.deleteOne', { name })}
              hint={t('viewerPanel:measurements.delete')}
              onClick={() => store.commit(image.id, withoutDrawing(drawing.id))}
            />
          </>
        )}
      </div>
      {isWriting ? (
        <TextInput
          size="xs"
          autoFocus
          aria-label={t('viewerPanel:measurements.remarkOn', { name })}
          placeholder={t('viewerPanel:measurements.remark')}
          defaultValue={drawing.text ?? ''}
          maxLength={limits.drawingTextMax}
          onBlur={(event) => write(event.currentTarget.value)}
          onKeyDown={(event) => {
            event.stopPropagation()
            if (event.key === 'Enter') write(event.currentTarget.value)
            if (event.key === 'Escape') setWriting(false)
          }}
        />
      ) : null}
      {context && results.length > 0 ? (
        <GuidedResult
          drawing={drawing}
          results={results}
          context={context}
          patientId={source.patientId}
        />
      ) : null}
    </li>
  )
}
