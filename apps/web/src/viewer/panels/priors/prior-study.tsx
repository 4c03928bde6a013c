import { Button, Skeleton } from '@mantine/core'
import { IconColumns2, IconEye } from '@tabler/icons-react'
import type { Image, ImageId, Study } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { wordsOf } from '../../../api/call.ts'
import { studyImagesQuery } from '../../../api/study-images.ts'
import { usePicture } from '../../../api/use-picture.ts'
import { languageOf } from '../../../maps/canvas/language-of.ts'
import { day } from '../../../ui/dates.ts'
import { imageName } from '../../../ui/image-words.ts'
import { Thumbnail } from '../../../ui/thumbnail.tsx'
import { byLikeness, likenessOf } from './match.ts'
import styles from './priors.module.css'

interface PriorStudyProps {
  readonly study: Study
  readonly isLater: boolean
  /** The image that somebody looks at. */
  readonly active: Image | undefined
  readonly shown: readonly ImageId[]
  readonly timeZone: string | undefined
  readonly onCompare: (image: Image) => void
}

/** A study of another day: its best answer to the active image as a button, all of it as pictures. */
export function PriorStudy(props: PriorStudyProps) {
  const { study, isLater, active, shown, timeZone, onCompare } = props
  const { t, i18n } = useTranslation()
  const { data: images, error } = useQuery(studyImagesQuery(study.id))
  const isStack = study.modality === 'CT' || study.modality === 'MR'
  const best =
    active && !isStack
      ? byLikeness(images ?? [], active).find(({ id }) => id !== active.id)
      : undefined
  const likeness = best && active ? likenessOf(best, active) : 'other'
  const isEmpty = images?.length === 0
  const language = languageOf(i18n.language)
  return (
    <li className={styles.study} data-empty={isEmpty || undefined}>
      <h2 className={styles.day}>
        <time dateTime={study.createdOn}>{day(study.createdOn, timeZone)}</time>
        <span>
          {[
            t(`studies:modality.${study.modality}`),
            isLater ? t('viewerPanel:priors.later') : '',
            isEmpty ? t('viewerPanel:priors.noImages') : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </h2>
      {error ? <p className={styles.note}>{wordsOf(error)}</p> : null}
      {!images && !error ? <Skeleton height={72} /> : null}
      {isStack ? <p className={styles.note}>{t('viewerPanel:priors.stack')}</p> : null}
      {best && likeness !== 'other' && !shown.includes(best.id) ? (
        <Button
          fullWidth
          size="xs"
          variant={likeness === 'same' ? 'filled' : 'default'}
          leftSection={<IconColumns2 size={16} stroke={1.5} aria-hidden />}
          onClick={() => onCompare(best)}
        >
          {t('viewerPanel:priors.compare', { image: imageName(t, best, language) })}
        </Button>
      ) : null}
      {images && !isEmpty && !isStack ? (
        <ul className={styles.pictures}>
          {byLikeness(images, active).map((image) => (
            <li key={image.id}>
              <PriorPicture
                image={image}
                name={imageName(t, image, language)}
                isShown={shown.includes(image.id)}
                onPress={() => onCompare(image)}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

interface PriorPictureProps {
  readonly image: Image
  readonly name: string
  readonly isShown: boolean
  readonly onPress: () => void
}

function PriorPicture({ image, name, isShown, onPress }: PriorPictureProps) {
  const { t } = useTranslation()
  const { state, src } = usePicture(image.id, 256)
  return (
    <button
      type="button"
      className={styles.picture}
      aria-label={t('viewerPanel:priors.place', { image: name })}
      aria-pressed={isShown}
      data-hint={name}
      onClick={onPress}
    >
      <Thumbnail state={state} src={src} label="" />
      <span className={styles.name}>{name}</span>
      {isShown ? <IconEye size={16} stroke={2} className={styles.eye} aria-hidden /> : null}
    </button>
  )
}
