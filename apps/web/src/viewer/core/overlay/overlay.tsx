import type { ImageMetadata } from '@talus/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../../language.ts'
import { getAngle } from '../camera/angle.ts'
import { formatNumber } from '../format-number.ts'
import type { GreyWindow } from '../rendering/window.ts'
import { AllLines } from './all-lines.tsx'
import { formatStudyTime, getPatientLines } from './overlay-lines.ts'
import type { ImagePosition } from './overlay-lines.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { getEdgeLetters } from './orientation-letters.ts'
import { listWarnings, sortByUrgency } from './overlay-warnings.ts'
import type { OverlayWarning, WarningFacts } from './overlay-warnings.ts'
import { StudyTime } from './study-time.tsx'
import styles from './overlay.module.css'

/** A viewport that is less high than this, in CSS pixels, has all warnings in one line. */
const summaryHeight = 200

interface OverlayProps extends WarningFacts {
  /** Height of the viewport in CSS pixels. */
  readonly cellHeight: number
  /** Body part and view of the image, with the side that they state; empty if nothing is known. */
  readonly shows: string
  /** Whether `shows` names a side. */
  readonly hasSide: boolean
  /** Undefined for an image of another study. */
  readonly position: ImagePosition | undefined
  /** Screen pixels per image pixel. */
  readonly scale: number
  readonly window: GreyWindow | undefined
  /** The visible frame of a multi-frame image. */
  readonly frame?: number | undefined
  /** Study date of an image of another study, and whether that study is newer than the open one. */
  readonly prior?: { readonly day: string; readonly isLater: boolean } | undefined
}

/** Information about an image in its four corners: outlined text, never a box over the image. */
export function Overlay(props: OverlayProps) {
  const { metadata, prior, viewport } = props
  const { t, i18n } = useTranslation()
  const warnings = listWarnings(t, props)
  const letters = getEdgeLetters(metadata, viewport).map((one) => ({
    edge: one.edge,
    text: one.letters.map((letter) => t(`viewer:orientation.${letter}`)).join(' '),
  }))
  const comparison = prior
    ? t(prior.isLater ? 'viewer:overlay.later' : 'viewer:overlay.prior', { day: prior.day })
    : ''
  const patient = listPatientCorner(t, i18n.language, props)
  const view = listViewCorner(t, i18n.language, props)
  const all = [
    ...sortByUrgency(warnings).map(({ text }) => text),
    comparison,
    formatStudyTime(metadata),
    ...[...patient, ...view].map(({ text }) => text),
    ...letters.map(({ edge, text }) => `${t(`viewer:overlay.edge.${edge}`)} ${text}`),
  ]
  return (
    <div className={styles.overlay}>
      {letters.map(({ edge, text }) => (
        <p key={edge} className={styles.edge} data-edge={edge}>
          {text}
        </p>
      ))}
      <div className={styles.topLeft}>
        {props.cellHeight < summaryHeight ? (
          <WarningSummary warnings={warnings} />
        ) : (
          warnings.map(({ line, tone, icon, text }) => (
            <p key={`${line} ${text}`} className={styles[tone]} data-line={line}>
              <Icon icon={icon} />
              <span>{text}</span>
            </p>
          ))
        )}
        <p className={styles.prior}>{comparison}</p>
      </div>
      <StudyTime metadata={metadata} />
      <Corner className={styles.bottomLeft} lines={patient} />
      <Corner className={styles.bottomRight} lines={view} />
      <AllLines lines={all.filter((line) => line !== '')} />
    </div>
  )
}

/** All warnings in one line, for a viewport that has no space for a line of each. */
function WarningSummary({ warnings }: { readonly warnings: readonly OverlayWarning[] }) {
  const { t } = useTranslation()
  const [first, ...others] = sortByUrgency(warnings)
  if (!first) return null
  const texts = [first, ...others].map(({ text }) => text).join(' · ')
  return (
    <p className={first.tone === 'fault' ? styles.fault : styles.warning} data-line="warnings">
      <Icon icon={others.length === 0 ? first.icon : IconAlertTriangle} />
      <span>
        {others.length === 0
          ? texts
          : t('viewer:overlay.warnings', { count: warnings.length, texts })}
      </span>
    </p>
  )
}

interface CornerLine {
  /** The name by which the style sheet leaves lines out of small viewports. */
  readonly name: string
  readonly text: string
  readonly className?: string | undefined
}

const Corner = (props: {
  readonly className: string | undefined
  readonly lines: readonly CornerLine[]
}) => (
  <div className={props.className}>
    {props.lines.map(({ name, text, className }) => (
      <p key={name} className={className} data-line={name}>
        {text}
      </p>
    ))}
  </div>
)

/** The patient, and what the image shows. */
function listPatientCorner(
  t: TFunction,
  language: string,
  { metadata, position, shows, hasSide }: OverlayProps,
): readonly CornerLine[] {
  const { ImageLaterality: laterality } = metadata
  const isSideOfFileShown = !hasSide && (laterality === 'L' || laterality === 'R')
  const sideOfFile = isSideOfFileShown ? t(`viewer:overlay.sideOfFile.${laterality}`) : ''
  const lines = getPatientLines(
    metadata,
    position,
    (series, at) => t('viewer:overlay.series', { series, ...at }),
    toLanguage(language),
  )
  return [
    ...lines
      // Our own files are described by part and view, which the last line states already.
      .filter(([name, line]) => name !== 'description' || line !== shows)
      .map(([name, text]) => ({ name, text })),
    {
      name: 'shows',
      text: [shows, sideOfFile].filter(Boolean).join(' · '),
      className: styles.shows,
    },
  ]
}

/** How the image is shown, and where it is from. */
function listViewCorner(
  t: TFunction,
  language: string,
  { metadata, spacingSource, frame, window, viewport, scale }: OverlayProps,
): readonly CornerLine[] {
  const degrees = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  const frames = metadata.display?.frames
  const angle = degrees.format(getAngle(viewport))
  const numbers = [
    ['frame', frame === undefined ? '' : t('viewer:frames.of', { frame, frames })],
    ['window', window ? formatWindow(t, language, metadata, window) : ''],
    ['angle', viewport.tilt === undefined ? '' : t('viewer:overlay.angle', { angle })],
    ['zoom', t('viewer:overlay.zoom', { percent: percent.format(scale) })],
  ] as const
  const spacing = spacingSource === 'none' ? '' : t(`viewer:overlay.spacing.${spacingSource}`)
  return [
    { name: 'spacing', text: spacing, className: styles.quiet },
    { name: 'institution', text: metadata.InstitutionName },
    ...numbers.map(([name, text]) => ({ name, text, className: styles.numbers })),
  ]
}

function formatWindow(
  t: TFunction,
  language: string,
  { display }: ImageMetadata,
  { width, center, voiLut }: GreyWindow,
): string {
  const table = voiLut === undefined ? undefined : display?.tables[voiLut]
  const format = (value: number) =>
    formatNumber(language, value, { maximumFractionDigits: 0, useGrouping: false })
  return table
    ? t('viewer:overlay.table', { name: table.name || (voiLut ?? 0) + 1 })
    : t('viewer:overlay.window', { width: format(width), center: format(center) })
}
