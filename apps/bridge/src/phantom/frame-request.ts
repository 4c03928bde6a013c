import { isView } from '@talus/anatomy'
import { getSpeciesName } from '@talus/contract'
import type { SimulatedExposure } from '@talus/devices'
import { detectorSeeds } from '@talus/imaging/phantom'
import type { FrameRequest } from '@talus/imaging/phantom'

/** The chest of a dog, for exposures without a capture, such as trials on the control panel. */
const defaultAnnotation = {
  bodyPart: 'Chest',
  bodyPartView: 'LAT',
  animalSize: 'Medium',
  speciesId: null,
} as const
/** An intra-oral tube has no setting but its time, and no generator reports the technique. */
const intraOralTube = { kv: 65, ma: 7, ms: 160 } as const
const defaultTechnique = { kv: 66, ma: 160, ms: 12.5 } as const
const sizes = { Small: 'S', Medium: 'M', Large: 'L' } as const

/** Translates an exposure into the phantom's anatomy and technique. */
export function toFrameRequest(exposure: SimulatedExposure, binning: 1 | 2 = 1): FrameRequest {
  const { sensor, seed, technique, doseFactor, context } = exposure
  const annotation = context?.annotation ?? defaultAnnotation
  const { kv, ma, ms } = technique ?? (sensor === 'dental' ? intraOralTube : defaultTechnique)
  return {
    species:
      (annotation.speciesId === null ? undefined : getSpeciesName(annotation.speciesId)) ??
      'Canine',
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
