import type { Image, ImageMetadata, Viewport } from '@talus/contract'
import type { SpacingSource } from '@talus/measurements'
import {
  IconAlertTriangle,
  IconArrowsLeftRight,
  IconArrowsMinimize,
  IconFlipVertical,
  IconLabelOff,
  IconStethoscope,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../../language.ts'
import { getAngle } from '../camera/angle.ts'
import type { GreyWindow } from '../rendering/window.ts'
import { formatStudyTime, getPatientLines } from './overlay-lines.ts'
import type { ImagePosition } from './overlay-lines.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { getEdgeLetters } from './orientation-letters.ts'
import { isFlipped } from '../toolbar/viewport-actions.ts'
import styles from './overlay.module.css'

interface OverlayProps {
  /** Body part and view of the image, with the side that they state; empty if nothing is known. */
  readonly shows: string
  /** Whether `shows` names a side. */
  readonly hasSide: boolean
  readonly metadata: ImageMetadata
  /** Undefined for an image of another study. */
  readonly position: ImagePosition | undefined
  readonly spacingSource: SpacingSource
  /** Screen pixels per image pixel. */
  readonly scale: number
  readonly viewport: Viewport
  readonly window: GreyWindow | undefined
  /** Whether the user has hidden the overlays of the file, which may hold side markers. */
  readonly areGraphicsHidden: boolean
  /** Strength of the sharpening, 0 for none. */
  readonly sharpening: number
  /** The visible frame of a multi-frame image. */
  readonly frame?: number | undefined
  /** Study date of an image of another study, and whether that study is newer than the open one. */
  readonly prior?: { readonly day: string; readonly isLater: boolean } | undefined
  /** Faults of the image: incomplete, overexposed. */
  readonly faults: readonly string[]
  /** Remarks about the image, e.g. how a radiologist judges its quality. */
  readonly notes: readonly string[]
  /** The side with which the image was taken, if a correction replaced it. */
  readonly originalSide: Image['originalSide']
}

/** Information about an image in its four corners: outlined text, never a box over the image. */
export function Overlay(props: OverlayProps) {
  const { metadata, spacingSource, scale, window, frame, prior } = props
  const { faults, notes, originalSide, areGraphicsHidden, sharpening, viewport } = props
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language, {
    maximumFractionDigits: 0,
    useGrouping: false,
  })
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: 0,
  })
  const { tilt } = viewport
  const angle = getAngle(viewport)
  const degrees = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const table = window?.voiLut === undefined ? undefined : metadata.display?.tables[window.voiLut]
  return (
    <div className={styles.overlay}>
      {getEdgeLetters(metadata, viewport).map(({ edge, letters }) => (
        <p key={edge} className={styles.edge} data-edge={edge}>
          {letters.map((letter) => t(`viewer:orientation.${letter}`)).join(' ')}
        </p>
      ))}
      <div className={styles.topLeft}>
        {spacingSource === 'none' ? (
          <p className={styles.warning} data-line="not-calibrated">
            <Icon icon={IconAlertTriangle} />
            <span>{t('viewer:overlay.notCalibrated')}</span>
          </p>
        ) : null}
        {isFlipped(viewport) ? (
          <p className={styles.mirrored} data-line="mirrored">
            <Icon icon={IconFlipVertical} />
            <span>{t('viewer:overlay.mirrored')}</span>
          </p>
        ) : null}
        {metadata.isSideContradictory ? (
          <p className={styles.fault} data-line="contradiction">
            <Icon icon={IconAlertTriangle} />
            <span>{t('viewer:overlay.sidesContradict')}</span>
          </p>
        ) : null}
        {faults.map((fault) => (
          <p key={fault} className={styles.fault}>
            <Icon icon={IconAlertTriangle} />
            <span>{fault}</span>
          </p>
        ))}
        {notes.map((note) => (
          <p key={note} className={styles.warning} data-line="note">
            <Icon icon={IconStethoscope} />
            <span>{note}</span>
          </p>
        ))}
        {originalSide === null ? null : (
          <p className={styles.warning} data-line="side">
            <Icon icon={IconArrowsLeftRight} />
            <span>{t(`common:image.sideCorrected.${originalSide}`)}</span>
          </p>
        )}
        {areGraphicsHidden ? (
          <p className={styles.warning} data-line="hidden">
            <Icon icon={IconLabelOff} />
            <span>{t('viewer:overlay.graphicsHidden')}</span>
          </p>
        ) : null}
        {metadata.display?.reduction ? (
          <p className={styles.warning} data-line="reduced">
            <Icon icon={IconArrowsMinimize} />
            <span>{t('viewer:overlay.reduced', { step: metadata.display.reduction.step })}</span>
          </p>
        ) : null}
        {sharpening === 0 ? null : (
          <p className={styles.warning} data-line="sharpened">
            <span>{t('viewer:overlay.sharpened', { strength: sharpening })}</span>
          </p>
        )}
        {prior === undefined ? null : (
          <p className={styles.prior}>
            {t(prior.isLater ? 'viewer:overlay.later' : 'viewer:overlay.prior', { day: prior.day })}
          </p>
        )}
      </div>
      <p className={styles.topRight}>{formatStudyTime(metadata)}</p>
      <PatientCorner {...props} />
      <div className={styles.bottomRight}>
        {spacingSource === 'none' ? null : (
          <p className={styles.quiet}>{t(`viewer:overlay.spacing.${spacingSource}`)}</p>
        )}
        <p data-line="institution">{metadata.InstitutionName}</p>
        <p className={styles.numbers} data-line="frame">
          {frame === undefined
            ? null
            : t('viewer:frames.of', { frame, frames: metadata.display?.frames })}
        </p>
        <p className={styles.numbers}>
          {window === undefined
            ? null
            : table
              ? t('viewer:overlay.table', { name: table.name || (window.voiLut ?? 0) + 1 })
              : t('viewer:overlay.window', {
                  width: number.format(window.width),
                  center: number.format(window.center),
                })}
        </p>
        <p className={styles.numbers} data-line="angle">
          {tilt === undefined ? null : t('viewer:overlay.angle', { angle: degrees.format(angle) })}
        </p>
        <p className={styles.numbers}>
          {t('viewer:overlay.zoom', { percent: percent.format(scale) })}
        </p>
      </div>
    </div>
  )
}

type PatientCornerProps = Pick<OverlayProps, 'metadata' | 'position' | 'shows' | 'hasSide'>

/** The patient, and what the image shows. */
function PatientCorner({ metadata, position, shows, hasSide }: PatientCornerProps) {
  const { t, i18n } = useTranslation()
  const { ImageLaterality: laterality } = metadata
  const isSideOfFileShown = !hasSide && (laterality === 'L' || laterality === 'R')
  const lines = getPatientLines(
    metadata,
    position,
    (series, at) => t('viewer:overlay.series', { series, ...at }),
    toLanguage(i18n.language),
  )
  return (
    <div className={styles.bottomLeft}>
      {lines
        // Our own files are described by part and view, which the last line states already.
        .filter(([name, line]) => name !== 'description' || line !== shows)
        .map(([name, line]) => (
          <p key={name} data-line={name}>
            {line}
          </p>
        ))}
      <p className={styles.shows} data-line="shows">
        {[shows, isSideOfFileShown ? t(`viewer:overlay.sideOfFile.${laterality}`) : '']
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}
