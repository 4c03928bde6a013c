import type { ImageDisplay } from '@talus/contract'
import type { GreyPixels } from './pixels.ts'
import { windowBetween } from './window.ts'
import type { GreyWindow } from './window.ts'

type Look = 'auto' | 'bone' | 'softTissue' | 'lung'

/** A window to choose. Those of the file bring their own names, in the words of its maker. */
export type WindowPreset =
  | { readonly kind: 'file'; readonly window: null }
  | { readonly kind: 'named'; readonly name: string; readonly window: GreyWindow }
  | { readonly kind: Look; readonly window: GreyWindow }

/**
 * Of a hundred pixels, from the darkest to the brightest: which of them are spread over all greys.
 * Detectors and their processing have no common scale, so a window in numbers would fit one maker only.
 */
const spreads: Readonly<Record<Look, readonly [dark: number, bright: number]>> = {
  auto: [1, 99],
  bone: [35, 100],
  softTissue: [3, 85],
  lung: [1, 70],
}

/** What one looks for first in that part of the body stands first. */
function looksOf(bodyPart: string): readonly Look[] {
  if (bodyPart === 'Chest') return ['lung', 'softTissue', 'bone']
  return bodyPart === 'Abdomen' ? ['softTissue', 'bone'] : ['bone', 'softTissue']
}

function spreadWindow(
  { slope, intercept, isInverted }: ImageDisplay,
  { quantiles }: GreyPixels,
  [dark, bright]: readonly [number, number],
): GreyWindow {
  const value = (share: number) => slope * (quantiles[share] ?? 0) + intercept
  // Either of them alone makes the low numbers the bright ones.
  const isTurned = isInverted !== slope < 0
  const ends = isTurned ? [value(100 - bright), value(100 - dark)] : [value(dark), value(bright)]
  return windowBetween(Math.min(...ends), Math.max(...ends))
}

export function presetsOf(
  display: ImageDisplay,
  pixels: GreyPixels,
  bodyPart: string,
): readonly WindowPreset[] {
  const named = display.windows
    .slice(1)
    .map(({ name, center, width }) => ({ kind: 'named' as const, name, window: { center, width } }))
    .filter(({ name }) => name !== '')
  const looks = (['auto', ...looksOf(bodyPart)] as const).map((kind) => ({
    kind,
    window: spreadWindow(display, pixels, spreads[kind]),
  }))
  return [{ kind: 'file', window: null }, ...named, ...looks]
}
