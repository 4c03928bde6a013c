import { slabModes } from '@talus/volume'
import type { Slab, SlabMode } from '@talus/volume'

/** The slab of the planes; its kind and thickness stay chosen while it is off. */
export interface SlabChoice {
  readonly isOn: boolean
  readonly mode: SlabMode
  /** In millimetres. */
  readonly thickness: number
}

/** Thicknesses in millimetres that the keys go through. */
export const slabThicknesses = [1, 2, 3, 5, 8, 10, 15, 20, 30, 50] as const

/** The first press for a thicker plane starts with the chosen thickness. */
export function stepSlab(slab: SlabChoice, by: 1 | -1): SlabChoice {
  if (!slab.isOn) return by > 0 ? { ...slab, isOn: true } : slab
  const next =
    by > 0
      ? slabThicknesses.find((one) => one > slab.thickness)
      : slabThicknesses.findLast((one) => one < slab.thickness)
  if (next !== undefined) return { ...slab, thickness: next }
  return by > 0 ? slab : { ...slab, isOn: false }
}

/** Off, then each kind. */
export function nextSlabMode(slab: SlabChoice): SlabChoice {
  if (!slab.isOn) return { ...slab, isOn: true, mode: slabModes[0] }
  const next = slabModes[slabModes.indexOf(slab.mode) + 1]
  return next === undefined ? { ...slab, isOn: false } : { ...slab, mode: next }
}

export const toSlab = ({ isOn, mode, thickness }: SlabChoice): Slab => ({
  mode,
  thickness: isOn ? thickness : 0,
})
