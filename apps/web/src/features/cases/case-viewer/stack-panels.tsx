import { IconInfoCircle, IconRulerMeasure } from '@tabler/icons-react'
import type { Image, ImageId, StudyId } from '@talus/contract'
import { createPortal } from 'react-dom'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCaseZone } from '../../../api/case-zone.ts'
import { useThumbnail } from '../../../api/use-thumbnail.ts'
import { toLanguage } from '../../../language.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { Thumbnail } from '../../../ui/display/thumbnail.tsx'
import { getImageName } from '../../../ui/format/image-name.ts'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import type { PanelHosts } from '../../../viewer/index.ts'
import { isSlice } from '../shared/image-series.ts'
import { formatStudyTime } from '../shared/study-time.ts'
import styles from './stack-panels.module.css'

interface StackPanelsProps {
  readonly hosts: PanelHosts
  /** The images of the case, also those of earlier studies. */
  readonly attached: readonly Image[]
  /** The study whose series are shown. */
  readonly shownStudyId: StudyId
  readonly noPriors: ReactNode
  /** Opens the viewer of radiographs at an image. */
  readonly onShow: (imageId: ImageId) => void
}

/** The tabs beside the series of a case, which the viewer of radiographs fills for its images. */
export function StackPanels({ hosts, ...props }: StackPanelsProps) {
  const { t } = useTranslation()
  return (
    <>
      {createPortal(
        <StatePanel
          isCompact
          icon={<Icon icon={IconRulerMeasure} size="3xl" />}
          title={t('caseReading:slices.measurements')}
          text={t('caseReading:slices.measurementsText')}
        />,
        hosts.measurements,
      )}
      {createPortal(<OtherStudies {...props} />, hosts.priors)}
      {createPortal(
        <StatePanel
          isCompact
          icon={<Icon icon={IconInfoCircle} size="3xl" />}
          title={t('caseReading:slices.imageData')}
          text={t('caseReading:slices.imageDataText')}
        />,
        hosts.imageData,
      )}
    </>
  )
}

/** The other studies of the case, the newest first, with a thumbnail of each image. */
function OtherStudies(props: Omit<StackPanelsProps, 'hosts'>) {
  const { attached, shownStudyId, noPriors, onShow } = props
  const { t } = useTranslation()
  const timeZone = useCaseZone()
  const others = attached
    .filter(({ studyId }) => studyId !== shownStudyId)
    .toSorted((one, other) => other.createdOn.localeCompare(one.createdOn))
  const times = attached
    .filter(({ studyId }) => studyId === shownStudyId)
    .map(({ createdOn }) => createdOn)
  const studies = [...new Set(others.map(({ studyId }) => studyId))]
  if (studies.length === 0) return noPriors
  return (
    <ul className={styles.studies}>
      {studies.map((studyId) => {
        const images = others.filter((image) => image.studyId === studyId)
        const pictures = images.filter((image) => !isSlice(image))
        const modalities = new Set(images.map(({ modality }) => modality))
        return (
          <li key={studyId} className={styles.study}>
            <h2 className={styles.day}>
              {formatStudyTime(images[0]?.createdOn ?? '', times, timeZone)}
              <span>{[...modalities].map((one) => t(`studies:modality.${one}`)).join(', ')}</span>
            </h2>
            {pictures.length < images.length ? (
              <p className={styles.note}>{t('caseReading:slices.ofOther')}</p>
            ) : null}
            {pictures.length > 0 ? (
              <ul className={styles.pictures}>
                {pictures.map((image) => (
                  <li key={image.id}>
                    <OtherImage image={image} onShow={() => onShow(image.id)} />
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

interface OtherImageProps {
  readonly image: Image
  readonly onShow: () => void
}

function OtherImage({ image, onShow }: OtherImageProps) {
  const { t, i18n } = useTranslation()
  const { state, src } = useThumbnail(image.id, 256)
  const name = getImageName(t, image, toLanguage(i18n.language))
  return (
    <button
      type="button"
      className={styles.picture}
      aria-label={t('caseReading:slices.open', { image: name })}
      data-hint={name}
      onClick={onShow}
    >
      <span className={styles.thumbnail}>
        <Thumbnail state={state} src={src} label="" />
      </span>
      <span className={styles.name}>{name}</span>
    </button>
  )
}
