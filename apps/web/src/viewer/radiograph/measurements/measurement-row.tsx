import { TextInput } from '@mantine/core'
import { IconPencil, IconTextPlus, IconTrash } from '@tabler/icons-react'
import { limits } from '@talus/contract'
import type { Image, ImageId, ImageMetadata, Point } from '@talus/contract'
import type { SpeciesAndBreed } from '@talus/measurements'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../store.ts'
import { formatAuthors } from '../../core/drawing/author-line.ts'
import type { Drawing } from '../../core/model.ts'
import { activateCell, placeImage } from '../../core/grid/grid.ts'
import { withDrawing, withoutDrawing, withViewport } from '../../core/store/viewer-store.ts'
import type { ViewerStore } from '../../core/store/viewer-store.ts'
import { useScene } from '../../core/store/use-scene.ts'
import { getValueLabel, getToolLabel, formatValue } from '../../core/drawing/labels.ts'
import { PanelButton } from '../../core/panel/panel-button.tsx'
import type { PanelData } from '../../core/panel/panel-data.ts'
import { toolIcons } from '../../core/toolbar/tool-icons.ts'
import { GuidedResult } from './guided/guided-result.tsx'
import { formatDrawing, measureDrawing } from './report-text.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './measurements.module.css'

/** Centre of the bounding box of a drawing, without its label. */
function getDrawingCentre({ steps }: Drawing): Point | undefined {
  const points = steps.flatMap(({ handles, points = [] }) => [
    ...Object.entries(handles).flatMap(([name, point]) => (name === 'textBox' ? [] : [point])),
    ...points,
  ])
  if (points.length === 0) return undefined
  const between = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  return { x: between(points.map(({ x }) => x)), y: between(points.map(({ y }) => y)) }
}

/** Selects a drawing, shows its image, and centres it if the image is zoomed. */
function jumpToDrawing(
  store: ViewerStore,
  imageId: ImageId,
  drawing: Drawing,
  metadata: ImageMetadata | undefined,
) {
  store.set((now) => {
    const { grid } = now
    const at = grid.cells.findIndex((cell) => cell.imageId === imageId)
    return {
      ...now,
      grid: at === -1 ? (placeImage(grid, imageId, grid.active) ?? grid) : activateCell(grid, at),
      areDrawingsVisible: true,
      selected: { viewId: imageId, drawingId: drawing.id },
    }
  })
  const { viewport, crop } = store.viewState(imageId)
  const middle = getDrawingCentre(drawing)
  if (!middle || !metadata || viewport.zoom === null) return
  const { Columns: columns, Rows: rows } = metadata
  const centre = crop
    ? { x: (crop.start.x + crop.end.x) / 2, y: (crop.start.y + crop.end.y) / 2 }
    : { x: columns / 2, y: rows / 2 }
  const pan = { x: middle.x - centre.x, y: middle.y - centre.y }
  store.adjust(imageId, withViewport({ pan }))
}

interface MeasurementRowProps {
  readonly panelData: PanelData
  readonly patient: SpeciesAndBreed
  readonly image: Image
  readonly drawing: Drawing
  /** Set for drawings of an earlier study. */
  readonly isReadOnly: boolean
  readonly timeZone: string | undefined
  readonly onInsert?: ((text: string) => void) | undefined
}

/** One drawing: its values, its remark, and buttons to show, edit and delete it. */
export function MeasurementRow(props: MeasurementRowProps) {
  const { panelData, patient, image, drawing, timeZone, onInsert } = props
  const { store, authors, getMetadata, getContext, showFrame } = panelData
  const isReadOnly = props.isReadOnly || !store.mayChange(drawing)
  const author = useStore(authors.store)[String(image.id)]?.[drawing.id]
  const { t } = useTranslation()
  const isSelected = useScene(store, ({ selected }) => selected?.drawingId === drawing.id)
  const [isEditing, setEditing] = useState(false)
  const context = getContext(image.id, drawing.frame)
  const metadata = getMetadata(image.id)
  const isOfLoop = (metadata?.display?.frames ?? 1) > 1
  const results = measureDrawing(drawing, context)
  const icon = toolIcons[drawing.tool]
  const name = getToolLabel(drawing.tool)
  const authorLine = formatAuthors(t, author, timeZone)
  const isText = drawing.tool === 'comment' || drawing.tool === 'marker'

  const saveRemark = (text: string) => {
    setEditing(false)
    const trimmed = text.trim()
    if (trimmed === (drawing.text ?? '') || (isText && trimmed === '')) return
    const { text: _, ...rest } = drawing
    store.commit(image.id, withDrawing(trimmed === '' ? rest : { ...rest, text: trimmed }))
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
            jumpToDrawing(store, image.id, drawing, metadata)
            if (isOfLoop || drawing.frame !== undefined) showFrame(image.id, drawing.frame ?? 1)
          }}
        >
          <Icon icon={icon} />
          <span className={styles.what}>
            <span className={styles.name}>
              {name}
              {isOfLoop ? (
                <span className={styles.frame}>
                  {t('viewer:frames.one', { frame: drawing.frame ?? 1 })}
                </span>
              ) : null}
            </span>
            {results.length === 0 && !isText && drawing.tool !== 'arrow' ? (
              <span className={styles.muted}>{t('viewerPanel:measurements.unfinished')}</span>
            ) : null}
            {results.map((one, index) => (
              <span key={one.name} className={index === 0 ? styles.first : styles.more}>
                {getValueLabel(one) === name ? null : <span>{getValueLabel(one)} </span>}
                <b>{formatValue(one)}</b>
              </span>
            ))}
            {drawing.text && !isEditing ? <q className={styles.remark}>{drawing.text}</q> : null}
            {authorLine ? <span className={styles.author}>{authorLine}</span> : null}
          </span>
        </button>
        {onInsert && results.length > 0 ? (
          <PanelButton
            icon={IconTextPlus}
            label={t('viewerPanel:measurements.insertOne', { name })}
            hint={t('viewerPanel:measurements.insert')}
            onClick={() => onInsert(formatDrawing(drawing, results))}
          />
        ) : null}
        {isReadOnly ? null : (
          <>
            <PanelButton
              icon={IconPencil}
              label={t('viewerPanel:measurements.remarkOn', { name })}
              hint={t('viewerPanel:measurements.remark')}
              onClick={() => setEditing(true)}
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
      {isEditing ? (
        <TextInput
          size="xs"
          autoFocus
          aria-label={t('viewerPanel:measurements.remarkOn', { name })}
          placeholder={t('viewerPanel:measurements.remark')}
          defaultValue={drawing.text ?? ''}
          maxLength={limits.drawingTextMax}
          onBlur={(event) => saveRemark(event.currentTarget.value)}
          onKeyDown={(event) => {
            event.stopPropagation()
            if (event.key === 'Enter') saveRemark(event.currentTarget.value)
            if (event.key === 'Escape') setEditing(false)
          }}
        />
      ) : null}
      {results.length > 0 ? (
        <GuidedResult drawing={drawing} results={results} patient={patient} />
      ) : null}
    </li>
  )
}
