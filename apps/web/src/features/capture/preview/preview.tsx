import {
  IconAlertTriangle,
  IconArrowsLeftRight,
  IconCircleCheck,
  IconHistory,
  IconLoader2,
  IconLock,
  IconPhotoOff,
  IconPhotoScan,
  IconTargetArrow,
} from '@tabler/icons-react'
import type { Image } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useTranslation } from 'react-i18next'
import { callForFile } from '../../../api/call.ts'
import { getImageFilesKey } from '../../../api/records/keys.ts'
import { useThumbnail, useImageFile } from '../../../api/use-thumbnail.ts'
import { toLanguage } from '../../../language.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { getImageName } from '../../../ui/format/image-name.ts'
import type { SensorState } from '../../devices/index.ts'
import type { FrameTone } from '../state/start-state.ts'
import type { LivePreview } from '../use-capture.ts'
import { ExposureBar } from './exposure-bar.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './preview.module.css'

interface PreviewProps {
  readonly image: Image | undefined
  /** Preview of an exposure that is being processed; its image replaces it. */
  readonly live: LivePreview | undefined
  readonly tone: FrameTone
}

const icons = {
  idle: <Icon icon={IconCircleCheck} />,
  armed: <Icon icon={IconLoader2} />,
  waiting: <Icon icon={IconTargetArrow} />,
  working: <Icon icon={IconLoader2} />,
  fault: <Icon icon={IconAlertTriangle} />,
  inUse: <Icon icon={IconLock} />,
} satisfies Record<FrameTone, unknown>

interface SensorStateLabelProps {
  readonly sensor: SensorState | undefined
  readonly tone: FrameTone
  readonly isConnecting: boolean
  /** False if the server has answered that this computer has no sensor of this kind. */
  readonly isRegistered: boolean
}

/** Shows the state of the sensor as text; the frame around the image has the same colour. */
export function SensorStateLabel(props: SensorStateLabelProps) {
  const { sensor, tone, isConnecting, isRegistered } = props
  const { t } = useTranslation()
  const getLabel = () => {
    if (tone === 'inUse') return t('capture:sensor.inUse')
    // The request to arm has been sent: the reported state is about to change.
    if (sensor === 'Ready' && tone === 'armed') return t('capture:sensor.PreparingSensor')
    if (sensor && !(isConnecting && sensor === 'NotAvailable')) return t(`capture:sensor.${sensor}`)
    if (isConnecting) return t('capture:sensor.connecting')
    return isRegistered ? t('capture:sensor.NotAvailable') : t('capture:sensor.unknown')
  }
  return (
    <p className={styles.sensor} data-tone={tone} role="status">
      {icons[tone]}
      {getLabel()}
    </p>
  )
}

/** Shows the image as large as possible and unmodified, with its exposure values below. */
export function Preview({ image, live, tone }: PreviewProps) {
  const { t, i18n } = useTranslation()
  const isComing = live !== undefined && live.imageId === undefined
  const language = toLanguage(i18n.language)
  const jpeg = live && `data:image/jpeg;base64,${live.jpeg}`
  const label = () => {
    if (isComing) return getImageName(t, live.annotation, language)
    return image && getImageName(t, image, language)
  }
  const isIncomplete = (isComing ? live : image)?.isIncomplete === true
  const first = live && live.imageId === image?.id ? jpeg : undefined
  return (
    <section
      className={styles.frame}
      data-tone={tone}
      data-empty={!isComing && !image ? true : undefined}
      aria-label={t('capture:preview.title')}
      aria-busy={isComing || undefined}
    >
      <div className={styles.stage}>
        {isComing ? <img src={jpeg} alt={t('capture:preview.first')} draggable={false} /> : null}
        {!isComing && image ? (
          <PreviewImage image={image} first={first} label={label() ?? ''} />
        ) : null}
        {!isComing && !image ? <NoImages /> : null}
      </div>
      {isIncomplete ? (
        <p className={styles.fault} role="alert">
          <Icon icon={IconAlertTriangle} size="lg" />
          <span>
            <b>{t('common:image.incomplete')}</b>
            {t('capture:preview.incompleteText')}
          </span>
        </p>
      ) : null}
      {isComing || image ? (
        <div className={styles.foot}>
          <p className={styles.name}>
            {label()}
            {image?.isRecovered && !isComing ? (
              <span data-hint={isIncomplete ? undefined : t('capture:preview.recoveredHint')}>
                <Badge tone="amber" icon={<Icon icon={IconHistory} size="xs" />}>
                  {t('capture:preview.recovered')}
                </Badge>
              </span>
            ) : null}
            {image?.originalSide && !isComing ? (
              <Badge tone="amber" icon={<Icon icon={IconArrowsLeftRight} size="xs" />}>
                {t(`common:image.sideCorrected.${image.originalSide}`)}
              </Badge>
            ) : null}
          </p>
          {isComing ? <ExposureBar {...live} /> : image ? <ExposureBar {...image} /> : null}
        </div>
      ) : null}
    </section>
  )
}

interface PreviewImageProps {
  readonly image: Image
  /** Data URL shown until the JPEG has been loaded. */
  readonly first: string | undefined
  readonly label: string
}

function PreviewImage({ image, first, label }: PreviewImageProps) {
  const { t } = useTranslation()
  const { state, src } = useImageFile(
    [...getImageFilesKey(image.id), 'whole', image.preset],
    (settings) => callForFile(routes.image.jpeg, { params: { id: image.id }, query: {} }, settings),
  )
  // The thumbnail strip has loaded this size already; it is shown until the full JPEG arrives.
  const small = useThumbnail(image.id, 256)
  const shown = src ?? first ?? small.src
  if (shown !== undefined) return <img src={shown} alt={label} draggable={false} />
  if (state === 'loading') return <Icon icon={IconLoader2} size="4xl" className={styles.loading} />
  return (
    <div className={styles.empty}>
      <Icon icon={IconPhotoOff} size="4xl" />
      <b>{t('capture:preview.unreadable')}</b>
      <p>{t('capture:preview.unreadableText')}</p>
    </div>
  )
}

function NoImages() {
  const { t } = useTranslation()
  return (
    <div className={styles.empty}>
      <Icon icon={IconPhotoScan} size="4xl" />
      <b>{t('capture:preview.none')}</b>
      <p>{t('capture:preview.noneText')}</p>
    </div>
  )
}
