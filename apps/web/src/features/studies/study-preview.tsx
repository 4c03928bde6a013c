import { ActionIcon, Skeleton } from '@mantine/core'
import { IconClick, IconX } from '@tabler/icons-react'
import { formatBreed, formatImageAnatomy } from '@talus/anatomy'
import { formatGroupedName, getSpeciesName } from '@talus/contract'
import type { ImageId, StudyId, StudyRow } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { toLanguage } from '../../language.ts'
import { imageQueries } from '../../api/records/image.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { formatDateTime } from '../../ui/format/dates.ts'
import { SpeciesIcon } from '../../ui/display/species-icon.tsx'
import { formatStudyModality } from './study-modality.ts'
import { ImageThumbnail } from './image-thumbnail.tsx'
import { ReportState } from './report-state.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './study-preview.module.css'

export type ImageMark = (studyId: StudyId, imageId: ImageId) => ReactNode

interface StudyPreviewProps {
  readonly row: StudyRow | undefined
  readonly clinic: SelectedClinic
  readonly actions: ReactNode
  readonly documents?: ((row: StudyRow) => ReactNode) | undefined
  /** A mark at the thumbnail of an image. */
  readonly imageMark?: ImageMark | undefined
  readonly onOpen: () => void
  readonly onClose: () => void
}

/** Shows the images and main data of the selected study beside the list. */
export function StudyPreview(props: StudyPreviewProps) {
  const { row, clinic, actions, documents, imageMark, onOpen, onClose } = props
  const { t } = useTranslation()
  return (
    <aside
      className={styles.drawer}
      data-empty={row === undefined || undefined}
      data-buttons-below
      aria-label={t('studies:preview.title')}
    >
      <ActionIcon
        className={styles.close ?? ''}
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('common:action.close')}
        onClick={onClose}
      >
        <Icon icon={IconX} size="lg" />
      </ActionIcon>
      <div className={styles.content}>
        {row ? (
          <>
            <Heading row={row} clinic={clinic} />
            <StudyImages row={row} imageMark={imageMark} onOpen={onOpen} />
            {row.deleted ? null : documents?.(row)}
          </>
        ) : (
          <div className={styles.none}>
            <Icon icon={IconClick} size="2xl" />
            <p>{t('studies:preview.none')}</p>
          </div>
        )}
      </div>
      <div className={styles.actions}>{actions}</div>
    </aside>
  )
}

function Heading({ row, clinic }: Pick<StudyPreviewProps, 'clinic'> & { readonly row: StudyRow }) {
  const { t, i18n } = useTranslation()
  const species = row.speciesId === null ? undefined : getSpeciesName(row.speciesId)
  const breed = formatBreed(row.breed ?? '', toLanguage(i18n.language))
  const facts = [row.owner, breed, row.patientId].filter(Boolean).join(' · ')
  return (
    <header className={styles.heading}>
      {species ? (
        <span className={styles.species} title={t(`studies:species.${species}`)}>
          <SpeciesIcon species={species} size="2xl" />
        </span>
      ) : null}
      <div className={styles.who}>
        <h2>{formatGroupedName(row.patientName, row.patientNameGroups)}</h2>
        <p>{facts}</p>
        <p>
          {formatDateTime(row.studyDate, clinic.timeZone)} · {formatStudyModality(t, row)} ·{' '}
          {row.user}
        </p>
        <div className={styles.badges}>
          <ReportState row={row} />
          {row.documentCount > 0 && !row.deleted ? (
            <Badge tone="neutral">
              {[
                t('studies:preview.images', { count: row.imageCount }),
                t('studies:preview.documents', { count: row.documentCount }),
              ].join(', ')}
            </Badge>
          ) : null}
          {row.deleted ? <Badge tone="red">{t('studies:deleted')}</Badge> : null}
        </div>
      </div>
    </header>
  )
}

interface StudyImagesProps extends Pick<StudyPreviewProps, 'imageMark' | 'onOpen'> {
  readonly row: StudyRow
}

function StudyImages({ row, imageMark, onOpen }: StudyImagesProps) {
  const { t, i18n } = useTranslation()
  const { data } = useQuery({ ...imageQueries.ofStudy(row.studyId), enabled: !row.deleted })
  if (row.deleted) return <p className={styles.empty}>{t('studies:reason.deleted')}</p>
  if (data === undefined)
    return (
      <div className={styles.grid} aria-hidden>
        {row.thumbnails.map((imageId) => (
          <Skeleton key={imageId} radius={0} className={styles.waiting} />
        ))}
      </div>
    )
  if (data.length === 0)
    return row.documentCount > 0 ? null : (
      <p className={styles.empty}>{t('studies:preview.noImages')}</p>
    )
  return (
    <ul className={styles.grid} aria-label={t('studies:preview.images', { count: data.length })}>
      {data.map((image) => (
        <li key={image.id}>
          <button type="button" className={styles.image} onClick={onOpen}>
            <ImageThumbnail imageId={image.id} label="" />
            {imageMark?.(row.studyId, image.id)}
            <span className={styles.label}>
              {formatImageAnatomy(image, toLanguage(i18n.language))}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
