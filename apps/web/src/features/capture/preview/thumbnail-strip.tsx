import { ActionIcon, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconChevronRight,
  IconHistory,
} from '@tabler/icons-react'
import { formatBodyPart, formatView } from '@talus/anatomy'
import type { Image, ImageId } from '@talus/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useThumbnail } from '../../../api/use-thumbnail.ts'
import { toLanguage } from '../../../language.ts'
import { listImageFaults } from '../../../ui/format/image-faults.ts'
import { getImageName } from '../../../ui/format/image-name.ts'
import { Thumbnail } from '../../../ui/display/thumbnail.tsx'
import { hasArrows, moveStart, countPlaceholders, slidesShown, findStart } from './slides.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './thumbnail-strip.module.css'

interface ThumbnailStripProps {
  readonly images: readonly Image[]
  readonly selected: Image | undefined
  readonly onSelect: (id: ImageId) => void
}

/**
 * Shows four thumbnails at a time; scrolls to the selected one unless the user has used the arrows.
 */
export function ThumbnailStrip({ images, selected, onSelect }: ThumbnailStripProps) {
  const { t } = useTranslation()
  const index = images.findIndex(({ id }) => id === selected?.id)
  const [strip, setStrip] = useState({ start: 0, shownIndex: -1, count: 0 })
  if (strip.shownIndex !== index || strip.count !== images.length)
    setStrip({
      start: findStart(strip.start, index, images.length),
      shownIndex: index,
      count: images.length,
    })
  const { start } = strip
  const move = (groups: number) =>
    setStrip((now) => ({ ...now, start: moveStart(now.start, groups, images.length) }))
  const withArrows = hasArrows(images.length)
  return (
    <div className={styles.strip} data-empty={images.length === 0 ? true : undefined}>
      {withArrows ? (
        <ActionIcon
          className={styles.arrow ?? ''}
          variant="subtle"
          disabled={start === 0}
          aria-label={t('capture:preview.previous')}
          onClick={() => move(-1)}
        >
          <Icon icon={IconChevronLeft} size="xl" />
        </ActionIcon>
      ) : null}
      <ul className={styles.slides} aria-label={t('capture:preview.images')}>
        {images.slice(start, start + slidesShown).map((image, offset) => (
          <li key={image.id}>
            <Slide
              image={image}
              number={start + offset + 1}
              isSelected={image.id === selected?.id}
              onSelect={() => onSelect(image.id)}
            />
          </li>
        ))}
        {Array.from({ length: countPlaceholders(images.length) }, (_, free) => (
          <li key={`free ${free}`} className={styles.free} aria-hidden data-free />
        ))}
      </ul>
      {withArrows ? (
        <ActionIcon
          className={styles.arrow ?? ''}
          variant="subtle"
          disabled={start + slidesShown >= images.length}
          aria-label={t('capture:preview.next')}
          onClick={() => move(1)}
        >
          <Icon icon={IconChevronRight} size="xl" />
        </ActionIcon>
      ) : null}
    </div>
  )
}

interface SlideProps {
  readonly image: Image
  readonly number: number
  readonly isSelected: boolean
  readonly onSelect: () => void
}

function Slide({ image, number, isSelected, onSelect }: SlideProps) {
  const { t, i18n } = useTranslation()
  const { state, src } = useThumbnail(image.id, 256)
  const language = toLanguage(i18n.language)
  const name = getImageName(t, image, language)
  const part = formatBodyPart(image.bodyPart, language)
  const view = formatView(image.bodyPartView, language)
  const faults = listImageFaults(t, image)
  const label = [name, image.isRecovered ? t('capture:preview.recovered') : '', ...faults]
    .filter(Boolean)
    .join(', ')
  return (
    <UnstyledButton
      className={styles.slide}
      aria-current={isSelected || undefined}
      aria-label={t('common:labelled', { label: number, value: label })}
      onClick={onSelect}
    >
      <Thumbnail state={state} src={src} label="" />
      <span className={styles.name}>
        {faults.length > 0 ? (
          <Icon icon={IconAlertTriangle} size="xs" className={styles.fault} />
        ) : null}
        {image.isRecovered ? <Icon icon={IconHistory} size="xs" /> : null}
        {part === '' || view === '' ? (
          <span>{name}</span>
        ) : (
          <>
            <span>{part}</span> <span className={styles.view}>{view}</span>
          </>
        )}
      </span>
    </UnstyledButton>
  )
}
