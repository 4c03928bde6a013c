import type { ImageMetadata, Stack, StudyStacks } from '@talus/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { OrientationOptions } from '@talus/volume'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../language.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { getScale } from '../../viewer/core/camera/camera.ts'
import type { Camera } from '../../viewer/core/camera/camera.ts'
import { getPatientLines } from '../../viewer/core/overlay/overlay-lines.ts'
import { StudyTime } from '../../viewer/core/overlay/study-time.tsx'
import type { GreyWindow } from '../../viewer/core/rendering/window.ts'
import styles from '../../viewer/core/overlay/overlay.module.css'
import { PriorLine } from './prior-line.tsx'
import { listEdgeLabels } from './edge-labels.ts'
import { Notices } from './notices.tsx'
import { formatDecimal } from './overlay-texts.ts'
import type { Notice } from './overlay-texts.ts'
import type { PictureAxes } from './edge-labels.ts'
import { getPrior } from '../scene/prior-stacks.ts'
import { getCorrection, toPatientPosition } from '../scene/orientation.ts'

export interface OverlayLine {
  readonly key: string
  readonly text: ReactNode
  /** Small viewports show it too: the number of the slice, the name of the plane. */
  readonly isKept?: boolean | undefined
}

interface StackOverlayProps {
  readonly stack: Stack
  readonly study: StudyStacks
  /** The attributes of one file of the stack; undefined until they are loaded. */
  readonly attributes: ImageMetadata | undefined
  readonly camera: Camera
  /** Undefined if the directions of the picture are unknown. */
  readonly axes: PictureAxes | undefined
  readonly orientation: OrientationOptions
  readonly window: GreyWindow | undefined
  /** Name of the plane, number of the slice, position and thickness. */
  readonly lines: readonly OverlayLine[]
  /** Patient, date and institution are shown in one viewport of a layout. */
  readonly hasIdentity: boolean
  readonly notices: readonly Notice[]
  /** Time zone of the clinic. */
  readonly timeZone: string | undefined
}

/** The word of a direction; animals and people have different ones. */
export const nameDirection = (t: TFunction, { region }: OrientationOptions, word: string): string =>
  region === 'human'
    ? t(`stacks:edge.human.${word as 'left'}`)
    : t(`stacks:edge.veterinary.${word as 'left'}`)

// The parts below are the same for all slices of a stack; scrolling does not render them again.

type EdgeLabelsProps = Pick<StackOverlayProps, 'camera' | 'axes' | 'orientation'>

const EdgeLabels = memo(function EdgeLabels({ camera, axes, orientation }: EdgeLabelsProps) {
  const { t } = useTranslation()
  if (!axes) return null
  return listEdgeLabels(camera, axes, orientation).map(({ edge, words }) => (
    <p key={edge} className={styles.edge} data-edge={edge}>
      {words.map((word) => nameDirection(t, orientation, word)).join(' ')}
    </p>
  ))
})

type PositionProps = Pick<StackOverlayProps, 'stack' | 'study'>

/** How the animal lay if a user has corrected it; every view tells it. */
export function CorrectionLine({ stack, study }: PositionProps) {
  const { t } = useTranslation()
  const correction = getCorrection(stack, study)
  return correction ? (
    <p className={styles.warning} data-line="corrected">
      <Icon icon={IconAlertTriangle} />
      <span>
        {t('stacks:overlay.corrected', { position: t(`stacks:position.${correction.actual}`) })}
      </span>
    </p>
  ) : null
}

/** How the animal lay: as the scanner was set, or as a user has corrected it. */
export function PositionLine({ stack, study }: PositionProps) {
  const { t } = useTranslation()
  const declared = toPatientPosition(stack.patientPosition)
  if (getCorrection(stack, study)) return <CorrectionLine stack={stack} study={study} />
  return declared ? (
    <p className={styles.quiet}>{t('stacks:overlay.scanned', { position: declared })}</p>
  ) : null
}

interface IdentityProps {
  readonly seriesNumber: Stack['seriesNumber']
  readonly identity: ImageMetadata | undefined
  /** The attributes are those of the opened study: another one has another date. */
  readonly isPrior?: boolean
}

/** Date and time of the study, the series and the patient. */
export const Identity = memo(function Identity({ seriesNumber, identity, isPrior }: IdentityProps) {
  const { t, i18n } = useTranslation()
  const patient = identity
    ? getPatientLines(identity, undefined, () => '', toLanguage(i18n.language)).filter(
        // The name of the series is at the top.
        ([name]) => name !== 'description',
      )
    : []
  return (
    <>
      <StudyTime metadata={isPrior ? undefined : identity} />
      <div className={styles.bottomLeft}>
        {seriesNumber === null ? null : (
          <p data-line="series">{t('stacks:overlay.series', { number: seriesNumber })}</p>
        )}
        {patient.map(([name, line]) => (
          <p key={name} data-line={name}>
            {line}
          </p>
        ))}
      </div>
    </>
  )
})

interface ViewFactsProps extends Pick<StackOverlayProps, 'stack' | 'study'> {
  readonly institution: string | undefined
  /** Numbers, because the window is a new object for each slice. */
  readonly width: number | undefined
  readonly center: number | undefined
  readonly scale: number
}

const ViewFacts = memo(function ViewFacts(props: ViewFactsProps) {
  const { stack, study, institution, width, center, scale } = props
  const { t, i18n } = useTranslation()
  const format = (value: number) => formatDecimal(i18n.language, value, 0)
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: 0,
  })
  return (
    <div className={styles.bottomRight}>
      <PositionLine stack={stack} study={study} />
      <p data-line="institution">{institution}</p>
      <p className={styles.numbers} data-line="window">
        {width === undefined || center === undefined
          ? null
          : t('stacks:overlay.window', { width: format(width), center: format(center) })}
      </p>
      <p className={styles.numbers} data-line="zoom">
        {t('stacks:overlay.zoom', { percent: percent.format(scale) })}
      </p>
    </div>
  )
})

export function StackOverlay(props: StackOverlayProps) {
  const { stack, study, attributes, camera, axes, orientation, window, lines, notices } = props
  const identity = props.hasIdentity ? attributes : undefined
  return (
    <div className={styles.overlay} data-slices>
      <EdgeLabels camera={camera} axes={axes} orientation={orientation} />
      <div className={styles.topLeft}>
        <PriorLine stack={stack} timeZone={props.timeZone} />
        {lines.map(({ key, text, isKept }) => (
          <p key={key} className={styles.numbers} data-kept={isKept || undefined}>
            {text}
          </p>
        ))}
        <Notices notices={notices} />
      </div>
      <Identity
        seriesNumber={stack.seriesNumber}
        identity={identity}
        isPrior={getPrior(stack) !== undefined}
      />
      <ViewFacts
        stack={stack}
        study={study}
        institution={identity?.InstitutionName}
        width={window?.width}
        center={window?.center}
        scale={getScale(camera)}
      />
    </div>
  )
}
