import type { Image, ImageId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { ImageTicks } from '../shared/image-ticks.tsx'
import styles from './create-case.module.css'

interface ImagesFieldProps {
  readonly images: readonly Image[]
  readonly chosen: readonly ImageId[]
  readonly onChoose: (chosen: readonly ImageId[]) => void
  readonly error: string | undefined
}

/** The images of the study as thumbnails with a tick; all are ticked at first. */
export function ImagesField({ images, chosen, onChoose, error }: ImagesFieldProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.wide} aria-invalid={error !== undefined || undefined}>
      <legend className={styles.legend}>
        {t('caseForm:images.title')}
        <span className={styles.count} role="status">
          {t('caseForm:images.count', { chosen: chosen.length, total: images.length })}
        </span>
      </legend>
      {error === undefined ? null : <p className={styles.fault}>{error}</p>}
      <ImageTicks images={images} chosen={chosen} onChoose={onChoose} fieldName="imageIds" />
    </fieldset>
  )
}
