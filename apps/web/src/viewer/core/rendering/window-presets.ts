import type { ImageDisplay } from '@talus/contract'
import type { GreyPixels } from '../loading/pixels.ts'
import { createTableWindow, createWindow } from './window.ts'
import type { GreyWindow } from './window.ts'

type PercentilePreset = 'auto' | 'bone' | 'softTissue' | 'lung'

/** A window preset. Presets of the file are named by the manufacturer. */
export type WindowPreset =
  | { readonly kind: 'file'; readonly name: string; readonly window: null }
  /** A further window or a VOI LUT of the file; `number` counts those of its kind from 1. */
  | {
      readonly kind: 'named' | 'table'
      readonly name: string
      readonly number: number
      readonly window: GreyWindow
    }
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
    .map(({ name, center, width }, at) => ({
      kind: 'named' as const,
      name,
      number: at + 1,
      window: { center, width },
    }))
    .slice(1)
  // Without a window, the first table is the default of the file.
  const tables = display.tables
    .map((table, at) => ({
      kind: 'table' as const,
      name: table.name,
      number: at + 1,
      window: createTableWindow(table, at),
    }))
    .slice(display.windows.length === 0 ? 1 : 0)
  const computed = (['auto', ...listPercentilePresets(bodyPart)] as const).map((kind) => ({
    kind,
    window: computeWindow(display, pixels, percentiles[kind]),
  }))
  const name = (display.windows[0] ?? display.tables[0])?.name ?? ''
  return [{ kind: 'file', name, window: null }, ...named, ...tables, ...computed]
}
