import type { Image, ImageMetadata, Viewport } from '@talus/contract'
import type { SpacingSource } from '@talus/measurements'
import {
  IconAlertTriangle,
  IconArrowsLeftRight,
  IconArrowsMinimize,
  IconFlipVertical,
  IconLabelOff,
  IconSparkles,
  IconStethoscope,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { IconShape } from '../../../ui/display/icon.tsx'
import { isFlipped } from '../toolbar/viewport-actions.ts'

export interface OverlayWarning {
  readonly line: string
  /** From the least to the most urgent: `warning`, `mirrored`, `fault`. */
  readonly tone: 'warning' | 'mirrored' | 'fault'
  readonly icon: IconShape
  readonly text: string
}

export interface WarningFacts {
  readonly metadata: ImageMetadata
  readonly spacingSource: SpacingSource
  readonly viewport: Viewport
  /** Whether the user has hidden the overlays of the file, which may hold side markers. */
  readonly areGraphicsHidden: boolean
  /** Strength of the sharpening, 0 for none. */
  readonly sharpening: number
  /** Faults of the image: incomplete, overexposed. */
  readonly faults: readonly string[]
  /** Remarks about the image, e.g. how a radiologist judges its quality. */
  readonly notes: readonly string[]
  /** The side with which the image was taken, if a correction replaced it. */
  readonly originalSide: Image['originalSide']
}

/** Everything that makes an image other than it seems; no viewport is too small for these. */
export function listWarnings(t: TFunction, facts: WarningFacts): readonly OverlayWarning[] {
  const { metadata, originalSide, sharpening } = facts
  const reduction = metadata.display?.reduction
  const warnings: (OverlayWarning | false)[] = [
    facts.spacingSource === 'none' && {
      line: 'not-calibrated',
      tone: 'warning',
      icon: IconAlertTriangle,
      text: t('viewer:overlay.notCalibrated'),
    },
    isFlipped(facts.viewport) && {
      line: 'mirrored',
      tone: 'mirrored',
      icon: IconFlipVertical,
      text: t('viewer:overlay.mirrored'),
    },
    metadata.isSideContradictory && {
      line: 'contradiction',
      tone: 'fault',
      icon: IconAlertTriangle,
      text: t('viewer:overlay.sidesContradict'),
    },
    ...facts.faults.map((text) => ({
      line: `fault ${text}`,
      tone: 'fault' as const,
      icon: IconAlertTriangle,
      text,
    })),
    ...facts.notes.map((text) => ({
      line: 'note',
      tone: 'warning' as const,
      icon: IconStethoscope,
      text,
    })),
    originalSide !== null && {
      line: 'side',
      tone: 'warning',
      icon: IconArrowsLeftRight,
      text: t(`common:image.sideCorrected.${originalSide}`),
    },
    facts.areGraphicsHidden && {
      line: 'hidden',
      tone: 'warning',
      icon: IconLabelOff,
      text: t('viewer:overlay.graphicsHidden'),
    },
    reduction !== undefined && {
      line: 'reduced',
      tone: 'warning',
      icon: IconArrowsMinimize,
      text: t('viewer:overlay.reduced', { step: reduction.step }),
    },
    sharpening > 0 && {
      line: 'sharpened',
      tone: 'warning',
      icon: IconSparkles,
      text: t('viewer:overlay.sharpened', { strength: sharpening }),
    },
  ]
  return warnings.filter((one) => one !== false)
}

const urgency = { warning: 0, mirrored: 1, fault: 2 } as const

/** The most urgent first: of a line that is cut, its beginning is read. */
export const sortByUrgency = (warnings: readonly OverlayWarning[]): readonly OverlayWarning[] =>
  warnings.toSorted((one, other) => urgency[other.tone] - urgency[one.tone])
