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
}

/** The slices of the active series are below them: a study of many radiographs must not hide these. */
const maximumTiles = 8

interface OtherImagesListProps extends OtherImages {
  readonly source: ViewerSource
}

export function OtherImagesList({ images, onShow, source }: OtherImagesListProps) {
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
            <OtherImage image={image} source={source} onChoose={() => onShow(image.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface OtherImageProps {
  readonly image: Image
  readonly source: ViewerSource
  readonly onChoose: () => void
}

function OtherImage({ image, source, onChoose }: OtherImageProps) {
  const { t, i18n } = useTranslation()
  const { state, src } = useSourceThumbnail(source, image.id)
  const name = getImageName(t, image, toLanguage(i18n.language))
  return (
    <button
      type="button"
      className={styles.thumbnail}
      aria-label={name}
      data-hint={name}
      onClick={onChoose}
    >
      <Thumbnail state={state} src={src} label="" />
    </button>
  )
}
