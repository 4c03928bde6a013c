import { Skeleton } from '@mantine/core'
import { formatImageAnatomy } from '@talus/anatomy'
import { mayActOnCase } from '@talus/contract'
import type { CaseDetail, CaseFile, Image } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/error-message.ts'
import { caseQueries } from '../../../api/records/case.ts'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import { useCaseZone } from '../../../api/case-zone.ts'
import { useActor } from '../../../api/session.ts'
import { toLanguage } from '../../../language.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { CaseFileTile } from '../shared/case-file-tile.tsx'
import { groupSeries, isSlice } from '../shared/image-series.ts'
import { formatStudyTime } from '../shared/study-time.ts'
import { FaultButtons, FaultList } from './fault-buttons.tsx'
import { SeriesTile } from './series-tile.tsx'
import styles from './reading.module.css'

/** The radiographs of a case, newest study first, with what the radiologist says about each. */
export function Radiographs({ radCase }: { readonly radCase: CaseDetail }) {
  const { t, i18n } = useTranslation()
  const actor = useActor()
  const timeZone = useCaseZone()
  const { data: files, error } = useQuery(caseQueries.files(radCase.id))
  const { data: images = [] } = useQuery(caseWorkQueries.images(radCase.id))
  const { data: feedback = [] } = useQuery(caseWorkQueries.feedback(radCase.id))
  const mayRate = mayActOnCase(actor, 'rateImage', radCase)
  const radiographs = (files ?? []).filter(({ isFromReceiver }) => isFromReceiver)
  const findImage = ({ imageId }: CaseFile) => images.find(({ id }) => id === imageId)
  const ownTimes = images
    .filter(({ studyId }) => studyId === radCase.studyId)
    .map(({ createdOn }) => createdOn)
  const describe = (image: Image | undefined) => {
    if (!image) return undefined
    const part = formatImageAnatomy(image, toLanguage(i18n.language))
    const isPrior = image.studyId !== radCase.studyId
    return (
      [part, isPrior ? formatStudyTime(image.createdOn, ownTimes, timeZone) : '']
        .filter(Boolean)
        .join(', ') || undefined
    )
  }
  return (
    <section className={styles.part}>
      <h2>{t('caseReading:part.radiographs')}</h2>
      {error && files === undefined ? <ErrorNote text={getErrorMessage(error)} /> : null}
      {files === undefined && !error ? <Skeleton height={160} /> : null}
      {files !== undefined && radiographs.length === 0 ? (
        <p className={styles.none}>{t('caseReading:file.noRadiographs')}</p>
      ) : null}
      <ul className={styles.tiles} aria-label={t('caseReading:part.radiographs')}>
        {groupSeries(radiographs, findImage).map((group, index) => {
          const [file] = group
          const image = findImage(file)
          // The server keeps feedback for an image: a series has that of its first slice.
          const own = feedback.find((one) => group.some(({ imageId }) => imageId === one.imageId))
          const imageId = own?.imageId ?? file.imageId
          const described = describe(image)
          const number = t('cases:unnamedImage', { number: index + 1 })
          const name = described ?? (file.imageId === null ? undefined : number)
          const faults =
            imageId === null ? null : mayRate ? (
              <FaultButtons
                caseId={radCase.id}
                imageId={imageId}
                own={own}
                isSeries={isSlice(image)}
                // Two images of a study often have the same view.
                name={[number, described].filter(Boolean).join(', ')}
              />
            ) : (
              <FaultList own={own} />
            )
          return (
            <li key={file.id}>
              {image && group.length > 1 ? (
                <SeriesTile
                  radCase={radCase}
                  file={group[group.length >> 1] ?? file}
                  image={image}
                  name={described}
                  count={group.length}
                >
                  {faults}
                </SeriesTile>
              ) : (
                <CaseFileTile file={file} name={name}>
                  {faults}
                </CaseFileTile>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
