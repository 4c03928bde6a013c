import { Checkbox } from '@mantine/core'
import { formatImageAnatomy } from '@talus/anatomy'
import type { Image, ImageId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useThumbnail } from '../../../api/use-thumbnail.ts'
import { toLanguage } from '../../../language.ts'
import { Thumbnail } from '../../../ui/display/thumbnail.tsx'
import styles from './create-case.module.css'

interface ImagesFieldProps {
  readonly images: readonly Image[]
  readonly chosen: readonly ImageId[]
  readonly onChoose: (chosen: readonly ImageId[]) => void
  readonly error: string | undefined
}

/** The images of the study as thumbnails with a tick; all are ticked at first. */
export function ImagesField({ images, chosen, onChoose, error }: ImagesFieldProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  return (
    <fieldset className={styles.wide} aria-invalid={error !== undefined || undefined}>
      <legend className={styles.legend}>
        {t('caseForm:images.title')}
        <span className={styles.count} role="status">
          {t('caseForm:images.count', { chosen: chosen.length, total: images.length })}
        </span>
      </legend>
      {error === undefined ? null : <p className={styles.fault}>{error}</p>}
      <ul className={styles.images}>
        {images.map((image, index) => {
          const name =
            formatImageAnatomy(image, language) ||
            t('caseForm:images.unnamed', { number: index + 1 })
          const isChosen = chosen.includes(image.id)
          return (
            <li key={image.id}>
              <label className={styles.image} data-chosen={isChosen || undefined}>
                <CaseThumbnail imageId={image.id} />
                <Checkbox
                  size="sm"
                  label={name}
                  checked={isChosen}
                  {...(index === 0 && { 'data-field': 'imageIds' })}
                  onChange={() =>
                    onChoose(
                      isChosen
                        ? chosen.filter((id) => id !== image.id)
                        : images
                            .map(({ id }) => id)
                            .filter((id) => id === image.id || chosen.includes(id)),
                    )
                  }
                />
              </label>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

function CaseThumbnail({ imageId }: { readonly imageId: ImageId }) {
  const { state, src } = useThumbnail(imageId, 256)
  return (
    <span className={styles.thumbnail}>
      <Thumbnail state={state} src={src} label="" />
    </span>
  )
}
