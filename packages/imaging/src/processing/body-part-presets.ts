import { findDentalRegion, isBodyPart } from '@talus/anatomy'
import type { GeneralBodyPart } from '@talus/anatomy'
import type { Species } from '@talus/contract'
import type { PresetId } from './presets.ts'

/** Groups of body parts that are processed alike. */
type Kind =
  | 'thorax'
  | 'abdomen'
  | 'spine'
  | 'head'
  | 'limb'
  | 'horse limb'
  | 'horse trunk'
  | 'teeth'

interface KindEntry {
  /** The presets that the capture screen offers; the first is the default. */
  readonly presetIds: readonly [PresetId, ...PresetId[]]
  /** The target exposure index; null for intra-oral sensors, which IEC 62494-1 does not cover. */
  readonly targetIndex: number | null
}

const kinds: Readonly<Record<Kind, KindEntry>> = {
  thorax: { presetIds: ['thorax', 'lung', 'bone'], targetIndex: 250 },
  abdomen: { presetIds: ['abdomen', 'soft-tissue', 'bone'], targetIndex: 350 },
  spine: { presetIds: ['spine', 'bone', 'soft-tissue'], targetIndex: 400 },
  head: { presetIds: ['bone', 'soft-tissue', 'dental'], targetIndex: 300 },
  limb: { presetIds: ['bone', 'soft-tissue'], targetIndex: 300 },
  'horse limb': { presetIds: ['equine-limb', 'bone', 'soft-tissue'], targetIndex: 300 },
  'horse trunk': { presetIds: ['spine', 'soft-tissue', 'lung'], targetIndex: 250 },
  teeth: { presetIds: ['dental', 'bone', 'soft-tissue'], targetIndex: null },
}

const kindsByPart: Readonly<Record<GeneralBodyPart, Kind>> = {
  Skull: 'head',
  Cervical: 'spine',
  Scapula: 'limb',
  Chest: 'thorax',
  'Front Legs': 'limb',
  Abdomen: 'abdomen',
  'Back Legs': 'limb',
  Vertebrae: 'spine',
  'Sacral Vertebrae': 'spine',
  // A tail is as thin as a limb.
  'Caudal Vertebrae': 'limb',
}
const horseTrunk = new Set<Kind>(['thorax', 'abdomen', 'spine'])
const isGeneral = (part: string): part is GeneralBodyPart => Object.hasOwn(kindsByPart, part)

function kindOf(species: Species, part: string): Kind | undefined {
  if (findDentalRegion(part, species)) return 'teeth'
  if (isGeneral(part)) {
    const kind = kindsByPart[part]
    if (species !== 'Equine') return kind
    return horseTrunk.has(kind) ? 'horse trunk' : kind === 'limb' ? 'horse limb' : kind
  }
  if (!isBodyPart(part)) return undefined
  return species === 'Equine' ? 'horse limb' : 'limb'
}

/** For a body part of a received image that is not in the lists. */
const unknown: KindEntry = { presetIds: ['bone', 'soft-tissue', 'lung'], targetIndex: 300 }

const entryOf = (species: Species, part: string) => {
  const kind = kindOf(species, part)
  return kind ? kinds[kind] : unknown
}

export const listPresets = (species: Species, bodyPart: string) =>
  entryOf(species, bodyPart).presetIds
export const getTargetIndex = (species: Species, bodyPart: string) =>
  entryOf(species, bodyPart).targetIndex
