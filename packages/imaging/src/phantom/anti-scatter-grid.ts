import type { FrameRequest } from './frame.ts'

/** Transmission of a focused 8:1 anti-scatter grid for primary radiation and scatter. */
export const gridTransmission = { primary: 0.66, scatter: 0.25 } as const

const trunk = new Set(['Cervical', 'Scapula', 'Chest', 'Abdomen', 'Vertebrae', 'Sacral Vertebrae'])

/** As in the default techniques: on the table, for parts thicker than about ten centimetres. */
export function usesGrid({ species, bodyPart, view, size }: FrameRequest): boolean {
  if (species === 'Equine' || size === 'S') return false
  // The hips are radiographed on the table.
  return trunk.has(bodyPart) || (bodyPart === 'Back Legs' && view !== 'LAT')
}
