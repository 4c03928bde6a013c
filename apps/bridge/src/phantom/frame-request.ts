import { viewNames } from '@talus/anatomy'
import type { View } from '@talus/anatomy'
import { speciesName } from '@talus/contract'
import type { SimulatedExposure } from '@talus/devices'
import { detectorSeeds } from '@talus/imaging/phantom'
import type { FrameRequest } from '@talus/imaging/phantom'

/** Who is armed for by nobody, as a trial at the control panel, is a dog's chest. */
const nobody = {
  bodyPart: 'Chest',
  bodyPartView: 'LAT',
  animalSize: 'Medium',
  speciesId: null,
} as const
/** An intra-oral tube has nothing to set but its time, and no generator tells of it. */
const handHeld = { kv: 65, ma: 7, ms: 160 } as const
const ordinary = { kv: 66, ma: 160, ms: 12.5 } as const
const sizes = { Small: 'S', Medium: 'M', Large: 'L' } as const

const isView = (name: string): name is View => Object.hasOwn(viewNames, name)

/** What lies on the panel, and how it is exposed. */
export function frameRequest(exposure: SimulatedExposure, binning: 1 | 2 = 1): FrameRequest {
  const { sensor, seed, technique, doseFactor, context } = exposure
  const annotation = context?.annotation ?? nobody
  const { kv, ma, ms } = technique ?? (sensor === 'dental' ? handHeld : ordinary)
  return {
    species:
      (annotation.speciesId === null ? undefined : speciesName(annotation.speciesId)) ?? 'Canine',
    bodyPart: annotation.bodyPart,
    ...(isView(annotation.bodyPartView) && { view: annotation.bodyPartView }),
    size: sizes[annotation.animalSize ?? 'Medium'],
    kv,
    ma,
    ms: ms * doseFactor,
    seed,
    detectorSeed: detectorSeeds[sensor],
    binning,
  }
}
