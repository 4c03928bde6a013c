import { IconEye } from '@tabler/icons-react'
import type { Image } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../../language.ts'
import { getImageName } from '../../../ui/format/image-name.ts'
import { JudgedMark } from '../../../ui/display/judged-mark.tsx'
import { Thumbnail } from '../../../ui/display/thumbnail.tsx'
import { startImageDrag } from '../../core/grid/image-drag.ts'
import { useSourceThumbnail } from '../../core/source-queries.ts'
import type { ViewerSource } from '../../core/source.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './thumbnail-list.module.css'

interface ThumbnailTileProps {
  readonly source: ViewerSource
  readonly image: Image
  readonly number: number
  /** Remarks about the image; a tile with one has a mark. */
  readonly notes: readonly string[]
  readonly isActive: boolean
  readonly isShown: boolean
  /** Whether Tab reaches it; the other tiles are reached by arrow keys. */
  readonly isTabStop: boolean
  readonly onChoose: () => void
}

/** A thumbnail that can be pressed, or dragged onto a viewport. */
export function ThumbnailTile(props: ThumbnailTileProps) {
  const { source, image, number, notes, isActive, isShown, isTabStop, onChoose } = props
  const { t, i18n } = useTranslation()
  const { state, src } = useSourceThumbnail(source, image.id)
  const name = getImageName(t, image, toLanguage(i18n.language))
  const label = [
    t('common:labelled', { label: number, value: name }),
    isShown ? t('viewer:thumbnails.shown') : '',
    ...notes,
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <button
      type="button"
      className={styles.tile}
      draggable
      tabIndex={isTabStop ? 0 : -1}
      aria-label={label}
      aria-current={isActive || undefined}
      data-shown={isShown || undefined}
      data-hint={[name, ...notes].join(' · ')}
      data-hint-side="right"
      onDragStart={(event) => startImageDrag(event, image.id)}
      onClick={onChoose}
    >
      <Thumbnail state={state} src={src} label="" />
      <span className={styles.number} aria-hidden>
        {number}
      </span>
      {notes.length > 0 ? <JudgedMark /> : null}
      {isShown ? <Icon icon={IconEye} size="sm" className={styles.mark} /> : null}
    </button>
  )
}
