import { IconPencil, IconPhotoPlus, IconRefresh, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImageSlot } from '@talus/report/document'
import type { PlacedImage } from '@talus/report/layout'
import { Icon } from '../../../ui/display/icon.tsx'
import { hasDraggedImage, slotDragType } from './slot-actions.ts'
import type { SlotActions } from './slot-actions.ts'
import { SlotPicture } from './slot-picture.tsx'
import { toBox } from './placed-lines.tsx'
import styles from './pages.module.css'

interface ImageSlotProps {
  readonly placed: PlacedImage
  readonly pageId: string
  readonly slot: ImageSlot | undefined
  readonly actions: SlotActions
}

/** A place for an image on the active page: filled by the picker, or by dragging. */
export function ImageSlotView({ placed, pageId, slot, actions }: ImageSlotProps) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const number = placed.index + 1
  const dropTarget = {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!hasDraggedImage(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      actions.drop(pageId, placed.index, event.dataTransfer)
    },
  }
  if (!slot)
    return (
      <button
        type="button"
        className={styles.emptySlot}
        style={toBox(placed.box)}
        onClick={() => void actions.choose(pageId, placed.index)}
        {...dropTarget}
      >
        <Icon icon={IconPhotoPlus} size="2xl" />
        <span>{t('report:slot.choose', { number })}</span>
        <small>{t('report:slot.dropHint')}</small>
      </button>
    )
  const buttons = [
    { name: 'replace', icon: IconRefresh, run: () => void actions.choose(pageId, placed.index) },
    { name: 'describe', icon: IconPencil, run: () => actions.describe(pageId, slot) },
    { name: 'remove', icon: IconX, run: () => actions.remove(pageId, placed.index) },
  ] as const
  return (
    <>
      <SlotPicture slot={slot} placed={placed} />
      <div
        className={styles.filledSlot}
        style={toBox(placed.box)}
        draggable
        onDragStart={({ dataTransfer }) => {
          dataTransfer.setData(slotDragType, JSON.stringify({ pageId, slot: placed.index }))
          dataTransfer.effectAllowed = 'move'
        }}
        {...dropTarget}
      >
        <div className={styles.slotButtons}>
          {buttons.map(({ name, icon, run }) => (
            <button
              key={name}
              type="button"
              className={styles.slotButton}
              aria-label={t(`report:slot.${name}`, { number })}
              data-hint={t(`report:slot.${name}`, { number })}
              onClick={run}
            >
              <Icon icon={icon} size="md" />
            </button>
          ))}
        </div>
      </div>
    </>
  )
}
