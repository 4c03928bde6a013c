import type { FrameRequest } from './frame.ts'

/** What a focused grid of 8:1 lets through, of the rays that come straight and of those that do not. */
export const gridPasses = { primary: 0.66, scatter: 0.25 } as const

const trunk = new Set(['Cervical', 'Scapula', 'Chest', 'Abdomen', 'Vertebrae', 'Sacral Vertebrae'])

/** As the usual techniques have it: for what is thicker than about ten centimetres, on a table. */
export function isWithGrid({ species, bodyPart, view, size }: FrameRequest): boolean {
  if (species === 'Equine' || size === 'S') return false
  // The hips lie across the table.
  return trunk.has(bodyPart) || (bodyPart === 'Back Legs' && view !== 'LAT')
}
