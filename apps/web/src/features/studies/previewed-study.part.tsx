import { Skeleton } from '@mantine/core'
import { formatBreed, formatImageAnatomy } from '@talus/anatomy'
import { formatPatientName, getSpeciesName } from '@talus/contract'
import type { Image, ImageId, StudyRow } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { imageQueries } from '../../api/records/image.ts'
import { toLanguage } from '../../language.ts'
import { hasStacks, isStackImage } from '../../stacks/index.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { SpeciesIcon } from '../../ui/display/species-icon.tsx'
import { formatDateTime } from '../../ui/format/dates.ts'
import { ImageThumbnail } from './image-thumbnail.tsx'
import { ReportState } from './report-state.tsx'
import { formatStudyModality } from './study-modality.ts'
import type { ImageMark } from './study-preview.tsx'
import styles from './study-preview.module.css'

interface PreviewedStudyProps {
  readonly row: StudyRow
  readonly clinic: SelectedClinic
  readonly documents: ((row: StudyRow) => ReactNode) | undefined
  readonly imageMark: ImageMark | undefined
  readonly onOpen: (imageId?: ImageId) => void
}

/** The main data, the images and the documents of a study. */
export function PreviewedStudy(props: PreviewedStudyProps) {
  const { row, clinic, documents, imageMark, onOpen } = props
  return (
    <>
      <Heading row={row} clinic={clinic} />
      <StudyImages key={row.studyId} row={row} imageMark={imageMark} onOpen={onOpen} />
      {row.deleted ? null : documents?.(row)}
    </>
  )
}

function Heading({ row, clinic }: Pick<PreviewedStudyProps, 'row' | 'clinic'>) {
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
        <h2>
          {formatPatientName(t, row.patientName, {
            number: row.patientId,
            groups: row.patientNameGroups,
          })}
        </h2>
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

/**
 * Tiles that are rendered at first, and so many more whenever the user comes to the last ones. The 500
 * thumbnails of a scan would be requested and decoded while its viewer is being opened.
 */
const tilesPerStep = 24

/** The end of the rendered tiles, which reports when it comes near to the visible area. */
function EndOfTiles({ onReached }: { readonly onReached: () => void }) {
  const end = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const element = end.current
    if (!element) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onReached()
      },
      { root: element.closest('[data-scrolled]'), rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [onReached])
  return <li ref={end} aria-hidden />
}

/** Other images come before the slices of a scan, behind which they would not be found. */
const sortSlicesLast = (images: readonly Image[]): readonly Image[] =>
  images.toSorted((one, other) => Number(isStackImage(one)) - Number(isStackImage(other)))

type StudyImagesProps = Pick<PreviewedStudyProps, 'row' | 'imageMark' | 'onOpen'>

function StudyImages({ row, imageMark, onOpen }: StudyImagesProps) {
  const { t, i18n } = useTranslation()
  const { data } = useQuery({ ...imageQueries.ofStudy(row.studyId), enabled: !row.deleted })
  const [count, setCount] = useState(tilesPerStep)
  const showMore = useCallback(() => setCount((now) => now + tilesPerStep), [])
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
  const isSliced = hasStacks(data)
  return (
    <ul className={styles.grid} aria-label={t('studies:preview.images', { count: data.length })}>
      {sortSlicesLast(data)
        .slice(0, count)
        .map((image) => (
          <li key={image.id}>
            <button
              type="button"
              className={styles.image}
              // Radiographs alone open in the layout of their hanging protocol.
              onClick={() => onOpen(isSliced ? image.id : undefined)}
            >
              <ImageThumbnail imageId={image.id} label="" />
              {imageMark?.(row.studyId, image.id)}
              <span className={styles.label}>
                {formatImageAnatomy(image, toLanguage(i18n.language))}
              </span>
            </button>
          </li>
        ))}
      {/* The key observes the new end, which may be visible at once. */}
      {count < data.length ? <EndOfTiles key={count} onReached={showMore} /> : null}
    </ul>
  )
}
