import { IconEye } from '@tabler/icons-react'
import type { Image } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { usePicture } from '../../api/use-picture.ts'
import { languageOf } from '../../maps/canvas/language-of.ts'
import { imageName } from '../../ui/image-words.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { dragImage } from './dragged-image.ts'
import styles from './thumbnail-list.module.css'

interface ThumbnailTileProps {
  readonly image: Image
  readonly number: number
  readonly isActive: boolean
  readonly isShown: boolean
  /** One is reached by Tab, the others from there by arrows. */
  readonly isTabStop: boolean
  readonly onChoose: () => void
}

/** To be pressed, or dragged onto a cell. */
export function ThumbnailTile(props: ThumbnailTileProps) {
  const { image, number, isActive, isShown, isTabStop, onChoose } = props
  const { t, i18n } = useTranslation()
  const { state, src } = usePicture(image.id, 256)
  const name = imageName(t, image, languageOf(i18n.language))
  const label = [`${number}: ${name}`, isShown ? t('viewer:thumbnails.shown') : '']
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
      data-hint={name}
      data-hint-side="right"
      onDragStart={(event) => dragImage(event, image.id)}
      onClick={onChoose}
    >
      <Thumbnail state={state} src={src} label="" />
      <span className={styles.number} aria-hidden>
        {number}
      </span>
      {isShown ? <IconEye className={styles.mark} size={16} stroke={2} aria-hidden /> : null}
    </button>
  )
}
