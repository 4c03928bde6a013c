import { Button, Skeleton } from '@mantine/core'
import { IconColumns2, IconEye, IconStack2 } from '@tabler/icons-react'
import type { Image, ImageId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/error-message.ts'
import { toLanguage } from '../../../language.ts'
import { formatDay } from '../../../ui/format/dates.ts'
import { getImageName } from '../../../ui/format/image-name.ts'
import { Thumbnail } from '../../../ui/display/thumbnail.tsx'
import { usePriorStudyImages, useSourceThumbnail } from '../../core/source-queries.ts'
import type { ComparedStudy, ViewerSource } from '../../core/source.ts'
import { sortByMatch, matchViews } from './match-views.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './priors.module.css'

interface PriorStudyProps {
  readonly source: ViewerSource
  readonly study: ComparedStudy
  readonly isLater: boolean
  /** The image of the active viewport. */
  readonly active: Image | undefined
  readonly shown: readonly ImageId[]
  readonly timeZone: string | undefined
  readonly onCompare: (image: Image) => void
}

const isSliced = (modality: string) => modality === 'CT' || modality === 'MR'

/** Another study of the patient: a button for its best match, and thumbnails of all images. */
export function PriorStudy(props: PriorStudyProps) {
  const { source, study, isLater, active, shown, timeZone, onCompare } = props
  const { t, i18n } = useTranslation()
  const { data: images, error } = usePriorStudyImages(source, study.id)
  const isStack = isSliced(study.modality)
  const showSlices =
    isStack || study.seriesModalities.some(isSliced) ? source.priors?.showSlices : undefined
  const best =
    active && !isStack
      ? sortByMatch(images ?? [], active).find(({ id }) => id !== active.id)
      : undefined
  const match = best && active ? matchViews(best, active) : 'other'
  const isEmpty = images?.length === 0
  const language = toLanguage(i18n.language)
  return (
    <li className={styles.study} data-empty={isEmpty || undefined}>
      <h2 className={styles.day}>
        <time dateTime={study.createdOn}>{formatDay(study.createdOn, timeZone)}</time>
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
      {error ? <p className={styles.note}>{getErrorMessage(error)}</p> : null}
      {!images && !error ? <Skeleton height={72} /> : null}
      {isStack && !showSlices ? (
        <p className={styles.note}>{t('viewerPanel:priors.stack')}</p>
      ) : null}
      {showSlices ? (
        <Button
          fullWidth
          size="xs"
          variant="default"
          leftSection={<Icon icon={IconStack2} size="sm" />}
          onClick={() => showSlices(study.id)}
        >
          {t('viewer:viewers.stacks')}
        </Button>
      ) : null}
      {best && match !== 'other' && !shown.includes(best.id) ? (
        <Button
          fullWidth
          size="xs"
          variant={match === 'same' ? 'filled' : 'default'}
          leftSection={<Icon icon={IconColumns2} size="sm" />}
          onClick={() => onCompare(best)}
        >
          {t('viewerPanel:priors.compare', { image: getImageName(t, best, language) })}
        </Button>
      ) : null}
      {images && !isEmpty && !isStack ? (
        <ul className={styles.pictures}>
          {sortByMatch(images, active).map((image) => (
            <li key={image.id}>
              <PriorThumbnail
                source={source}
                image={image}
                name={getImageName(t, image, language)}
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

interface PriorThumbnailProps {
  readonly source: ViewerSource
  readonly image: Image
  readonly name: string
  readonly isShown: boolean
  readonly onPress: () => void
}

function PriorThumbnail({ source, image, name, isShown, onPress }: PriorThumbnailProps) {
  const { t } = useTranslation()
  const { state, src } = useSourceThumbnail(source, image.id)
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
      {isShown ? <Icon icon={IconEye} size="sm" className={styles.eye} /> : null}
    </button>
  )
}
