import type { ImageId, Study } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { imageQueries } from '../../api/records/image.ts'
import { useThumbnail } from '../../api/use-thumbnail.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import { Thumbnail } from '../../ui/display/thumbnail.tsx'
import styles from './registration.module.css'

interface StudyStripProps {
  readonly study: Study
  readonly timeZone: string
}

/** The images of the selected study that have not been rejected. */
export function StudyStrip({ study, timeZone }: StudyStripProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const { data: images, isError } = useQuery({
    ...imageQueries.ofStudy(study.id),
    // The images are fetched anew whenever a study is selected.
    staleTime: 0,
    meta: { showsOwnError: true },
  })
  const values = {
    modality: t(`studies:modality.${study.modality}`),
    date: formatDateTime(study.createdOn, timeZone),
  }
  const isEmpty = images?.length === 0
  return (
    <section className={styles.strip} aria-label={t('registration:study.label')}>
      <h2 id={titleId} className={styles.stripTitle}>
        {t('registration:study.title', values)}
      </h2>
      {isEmpty ? <p className={styles.hint}>{t('registration:study.empty')}</p> : null}
      {isError ? <p className={styles.hint}>{t('registration:study.failed')}</p> : null}
      {images && !isEmpty ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reachable by keyboard
        <ul className={styles.thumbnails} tabIndex={0} aria-labelledby={titleId}>
          {images.map(({ id, bodyPart, bodyPartView }) => (
            <li key={id}>
              <StripThumbnail
                imageId={id}
                label={`${bodyPart} ${bodyPartView.toUpperCase()}`.trim()}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

const shownSize = 56
const fetchedSize = 128

function StripThumbnail({ imageId, label }: { readonly imageId: ImageId; readonly label: string }) {
  const { state, src } = useThumbnail(imageId, fetchedSize)
  return <Thumbnail state={state} src={src} label={label} size={shownSize} />
}
