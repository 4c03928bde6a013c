import type { ImageDisplay } from '@talus/contract'
import type { GreyPixels } from '../loading/pixels.ts'
import { createWindow } from './window.ts'
import type { GreyWindow } from './window.ts'

type PercentilePreset = 'auto' | 'bone' | 'softTissue' | 'lung'

/** A window preset. Presets of the file are named by the manufacturer. */
export type WindowPreset =
  | { readonly kind: 'file'; readonly window: null }
  | { readonly kind: 'named'; readonly name: string; readonly window: GreyWindow }
  | { readonly kind: PercentilePreset; readonly window: GreyWindow }

/**
 * Percentiles of the pixels, from dark to bright, that are spread over all grey levels. Detectors
 * and their processing have no common scale, so absolute values would fit one manufacturer only.
 */
const percentiles: Readonly<Record<PercentilePreset, readonly [dark: number, bright: number]>> = {
  auto: [1, 99],
  bone: [35, 100],
  softTissue: [3, 85],
  lung: [1, 70],
}

/** The most useful preset for the body part comes first. */
function listPercentilePresets(bodyPart: string): readonly PercentilePreset[] {
  if (bodyPart === 'Chest') return ['lung', 'softTissue', 'bone']
  return bodyPart === 'Abdomen' ? ['softTissue', 'bone'] : ['bone', 'softTissue']
}

function computeWindow(
  { slope, intercept, isInverted }: ImageDisplay,
  { quantiles }: GreyPixels,
  [dark, bright]: readonly [number, number],
): GreyWindow {
  const value = (share: number) => slope * (quantiles[share] ?? 0) + intercept
  // Inversion or a negative slope, but not both, makes low stored values bright.
  const areLowValuesBright = isInverted !== slope < 0
  const ends = areLowValuesBright
    ? [value(100 - bright), value(100 - dark)]
    : [value(dark), value(bright)]
  return createWindow(Math.min(...ends), Math.max(...ends))
}

export function listWindowPresets(
  display: ImageDisplay,
  pixels: GreyPixels,
  bodyPart: string,
): readonly WindowPreset[] {
  const named = display.windows
    .slice(1)
    .map(({ name, center, width }) => ({ kind: 'named' as const, name, window: { center, width } }))
    .filter(({ name }) => name !== '')
  const computed = (['auto', ...listPercentilePresets(bodyPart)] as const).map((kind) => ({
    kind,
    window: computeWindow(display, pixels, percentiles[kind]),
  }))
  return [{ kind: 'file', window: null }, ...named, ...computed]
}
