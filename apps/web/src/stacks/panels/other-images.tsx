import type { Image, ImageId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../language.ts'
import { Thumbnail } from '../../ui/display/thumbnail.tsx'
import { getImageName } from '../../ui/format/image-name.ts'
import { useSourceThumbnail } from '../../viewer/core/source-queries.ts'
import type { ViewerSource } from '../../viewer/core/source.ts'
import styles from './series-list.module.css'

/** Images of the study that are no slices, which the viewer of radiographs shows. */
export interface OtherImages {
  readonly images: readonly Image[]
  /** Opens the viewer of radiographs; without an image, at the first one. */
  readonly onShow: (imageId?: ImageId) => void
  /** Remarks about an image, such as that it is of an earlier study. */
  readonly listNotes?: ((imageId: ImageId) => readonly string[]) | undefined
}

/** The slices of the active series are below them: a study of many radiographs must not hide these. */
const maximumTiles = 8

interface OtherImagesListProps extends OtherImages {
  readonly source: ViewerSource
}

export function OtherImagesList({ images, onShow, source, listNotes }: OtherImagesListProps) {
  const { t } = useTranslation()
  if (images.length === 0) return null
  return (
    <section className={styles.part} aria-label={t('viewer:viewers.images')}>
      <button type="button" className={styles.series} onClick={() => onShow()}>
        {t('viewer:viewers.count', { count: images.length })}
      </button>
      <ul className={styles.thumbnails}>
        {images.slice(0, maximumTiles).map((image) => (
          <li key={image.id}>
            <OtherImage
              image={image}
              source={source}
              notes={listNotes?.(image.id) ?? []}
              onChoose={() => onShow(image.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface OtherImageProps {
  readonly image: Image
  readonly source: ViewerSource
  readonly notes: readonly string[]
  readonly onChoose: () => void
}

function OtherImage({ image, source, notes, onChoose }: OtherImageProps) {
  const { t, i18n } = useTranslation()
  const { state, src } = useSourceThumbnail(source, image.id)
  const name = getImageName(t, image, toLanguage(i18n.language))
  return (
    <button
      type="button"
      className={styles.thumbnail}
      aria-label={[name, ...notes].join(', ')}
      data-hint={[name, ...notes].join(' · ')}
      onClick={onChoose}
    >
      <Thumbnail state={state} src={src} label="" />
    </button>
  )
}
