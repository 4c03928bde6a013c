import type { Stack } from '@talus/contract'
import { windowPresetNames, windowPresets } from '@talus/volume'
import type { WindowPresetName } from '@talus/volume'
import type { GreyWindow } from '../../viewer/core/rendering/window.ts'

/** The texts `preset` of the stacks name them. */
export type PresetName = WindowPresetName | 'file' | 'auto' | 'autoTight'

export interface WindowPreset {
  readonly name: PresetName
  /** Null is the window of the file; `auto` is computed from the visible picture. */
  readonly window: GreyWindow | null | 'auto' | 'autoTight'
}

/** Values of MR have no unit, so that windows in Hounsfield units would be arbitrary. */
export const listWindowPresets = ({ unit }: Pick<Stack, 'unit'>): readonly WindowPreset[] => [
  ...(unit === 'HU'
    ? windowPresetNames.map((name) => ({ name, window: windowPresets[name] }))
    : []),
  { name: 'file', window: null },
  { name: 'auto', window: 'auto' },
  ...(unit === 'HU' ? [] : [{ name: 'autoTight', window: 'autoTight' } as const]),
]
