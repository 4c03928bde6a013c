import type { ImageMetadata, Stack, StudyStacks } from '@talus/contract'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { OrientationOptions } from '@talus/volume'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../language.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { getScale } from '../../viewer/core/camera/camera.ts'
import type { Camera } from '../../viewer/core/camera/camera.ts'
import { formatStudyTime, getPatientLines } from '../../viewer/core/overlay/overlay-lines.ts'
import type { GreyWindow } from '../../viewer/core/rendering/window.ts'
import styles from '../../viewer/core/overlay/overlay.module.css'
import { listEdgeLabels } from './edge-labels.ts'
import type { PictureAxes } from './edge-labels.ts'
import { toPatientPosition } from '../scene/orientation.ts'

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
  readonly lines: readonly string[]
  /** Patient, date and institution are shown in one viewport of a layout. */
  readonly hasIdentity: boolean
  readonly warnings: readonly string[]
}

/** The word of a direction; animals and people have different ones. */
export const nameDirection = (t: TFunction, { region }: OrientationOptions, word: string): string =>
  region === 'human'
    ? t(`stacks:edge.human.${word as 'left'}`)
    : t(`stacks:edge.veterinary.${word as 'left'}`)

function EdgeLabels({
  camera,
  axes,
  orientation,
}: Pick<StackOverlayProps, 'camera' | 'axes' | 'orientation'>) {
  const { t } = useTranslation()
  if (!axes) return null
  return listEdgeLabels(camera, axes, orientation).map(({ edge, words }) => (
    <p key={edge} className={styles.edge} data-edge={edge}>
      {words.map((word) => nameDirection(t, orientation, word)).join(' ')}
    </p>
  ))
}

/** How the animal lay: as the scanner was set, or as a user has corrected it. */
function PositionLine({ stack, study }: Pick<StackOverlayProps, 'stack' | 'study'>) {
  const { t } = useTranslation()
  const declared = toPatientPosition(stack.patientPosition)
  if (study.correction)
    return (
      <p className={styles.warning} data-line="corrected">
        <Icon icon={IconAlertTriangle} />
        <span>
          {t('stacks:overlay.corrected', {
            position: t(`stacks:position.${study.correction.actual}`),
          })}
        </span>
      </p>
    )
  return declared ? (
    <p className={styles.quiet}>{t('stacks:overlay.scanned', { position: declared })}</p>
  ) : null
}

export function StackOverlay(props: StackOverlayProps) {
  const { stack, study, attributes, camera, window, lines, warnings } = props
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language, {
    maximumFractionDigits: 0,
    useGrouping: false,
  })
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: 0,
  })
  const identity = props.hasIdentity ? attributes : undefined
  const patient = identity
    ? getPatientLines(identity, undefined, () => '', toLanguage(i18n.language)).filter(
        // The name of the series is at the top.
        ([name]) => name !== 'description',
      )
    : []
  return (
    <div className={styles.overlay}>
      <EdgeLabels {...props} />
      <div className={styles.topLeft}>
        {lines.map((line) => (
          <p key={line} className={styles.numbers}>
            {line}
          </p>
        ))}
        {warnings.map((warning) => (
          <p key={warning} className={styles.warning} data-line="note">
            <Icon icon={IconInfoCircle} />
            <span>{warning}</span>
          </p>
        ))}
      </div>
      <p className={styles.topRight}>{identity ? formatStudyTime(identity) : ''}</p>
      <div className={styles.bottomLeft}>
        {stack.seriesNumber === null ? null : (
          <p data-line="series">{t('stacks:overlay.series', { number: stack.seriesNumber })}</p>
        )}
        {patient.map(([name, line]) => (
          <p key={name} data-line={name}>
            {line}
          </p>
        ))}
      </div>
      <div className={styles.bottomRight}>
        <PositionLine stack={stack} study={study} />
        <p data-line="institution">{identity?.InstitutionName}</p>
        <p className={styles.numbers} data-line="window">
          {window
            ? t('stacks:overlay.window', {
                width: number.format(window.width),
                center: number.format(window.center),
              })
            : null}
        </p>
        <p className={styles.numbers} data-line="zoom">
          {t('stacks:overlay.zoom', { percent: percent.format(getScale(camera)) })}
        </p>
      </div>
    </div>
  )
}
