import type { Image, StudyId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { imageQueries } from '../../../api/records/image.ts'
import { useThumbnail } from '../../../api/use-thumbnail.ts'
import { toLanguage } from '../../../language.ts'
import { Thumbnail } from '../../../ui/display/thumbnail.tsx'
import { getImageName } from '../../../ui/format/image-name.ts'
import { imageDragType } from '../pages/slot-actions.ts'
import styles from './panel.module.css'

interface ImagePanelProps {
  readonly studyId: StudyId
  readonly usedIds: ReadonlySet<number>
  readonly onAdd: (image: Image) => void
}

/** The images of the study: dragged into a slot, or placed into the next free one by a press. */
export function ImagePanel({ studyId, usedIds, onAdd }: ImagePanelProps) {
  const { t } = useTranslation()
  const { data = [], isPending } = useQuery(imageQueries.ofStudy(studyId))
  if (!isPending && data.length === 0)
    return <p className={styles.none}>{t('report:panel.noImages')}</p>
  return (
    <ul className={styles.images}>
      {data.map((image) => (
        <li key={image.id}>
          <ImageTile image={image} isUsed={usedIds.has(image.id)} onAdd={onAdd} />
        </li>
      ))}
    </ul>
  )
}

interface ImageTileProps {
  readonly image: Image
  readonly isUsed: boolean
  readonly onAdd: (image: Image) => void
}

function ImageTile({ image, isUsed, onAdd }: ImageTileProps) {
  const { t, i18n } = useTranslation()
  const { state, src } = useThumbnail(image.id, 256)
  const name = getImageName(t, image, toLanguage(i18n.language))
  return (
    <button
      type="button"
      className={styles.image}
      draggable
      data-used={isUsed || undefined}
      aria-label={t(isUsed ? 'report:panel.addAgain' : 'report:panel.add', { name })}
      onClick={() => onAdd(image)}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(imageDragType, String(image.id))
        dataTransfer.effectAllowed = 'copy'
      }}
    >
      <Thumbnail state={state} src={src} label="" />
      <span className={styles.imageName}>{name}</span>
    </button>
  )
}
