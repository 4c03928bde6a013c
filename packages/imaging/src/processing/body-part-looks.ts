import { bodyParts, dentalRegions } from '@talus/anatomy'
import type { BodyPart, GeneralBodyPart } from '@talus/anatomy'
import type { Species } from '@talus/contract'
import type { PresetId } from './presets.ts'

/** What an image is of, as far as processing cares. */
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
  /** One click each on the screen; the first is taken if nobody chooses. */
  readonly looks: readonly [PresetId, ...PresetId[]]
  /** The exposure index that is wanted; intra-oral sensors are outside IEC 62494-1. */
  readonly targetIndex: number | null
}

const kinds: Readonly<Record<Kind, KindEntry>> = {
  thorax: { looks: ['thorax', 'lung', 'bone'], targetIndex: 250 },
  abdomen: { looks: ['abdomen', 'soft-tissue', 'bone'], targetIndex: 350 },
  spine: { looks: ['spine', 'bone', 'soft-tissue'], targetIndex: 400 },
  head: { looks: ['bone', 'soft-tissue', 'dental'], targetIndex: 300 },
  limb: { looks: ['bone', 'soft-tissue'], targetIndex: 300 },
  'horse limb': { looks: ['equine-limb', 'bone', 'soft-tissue'], targetIndex: 300 },
  'horse trunk': { looks: ['spine', 'soft-tissue', 'lung'], targetIndex: 500 },
  teeth: { looks: ['dental', 'bone', 'soft-tissue'], targetIndex: null },
}

const ofPart: Readonly<Record<GeneralBodyPart, Kind>> = {
  Skull: 'head',
  Cervical: 'spine',
  Scapula: 'limb',
  Chest: 'thorax',
  'Front Legs': 'limb',
  Abdomen: 'abdomen',
  'Back Legs': 'limb',
  Vertebrae: 'spine',
  'Sacral Vertebrae': 'spine',
  'Caudal Vertebrae': 'spine',
}
const horseTrunk = new Set<Kind>(['thorax', 'abdomen', 'spine'])
const isGeneral = (part: string): part is GeneralBodyPart => part in ofPart
const isKnown = (part: string): part is BodyPart => part in bodyParts

function kindOf(species: Species, part: string): Kind | undefined {
  if (dentalRegions[species].some(({ name }) => name === part)) return 'teeth'
  if (isGeneral(part)) {
    const kind = ofPart[part]
    if (species !== 'Equine') return kind
    return horseTrunk.has(kind) ? 'horse trunk' : kind === 'limb' ? 'horse limb' : kind
  }
  return isKnown(part) ? 'horse limb' : undefined
}

/** Of a part that an image came with from elsewhere nothing is known: then all may be tried. */
const unknown: KindEntry = { looks: ['bone', 'soft-tissue', 'lung'], targetIndex: 300 }

const entryOf = (species: Species, part: string) => {
  const kind = kindOf(species, part)
  return kind ? kinds[kind] : unknown
}

export const looksOf = (species: Species, bodyPart: string) => entryOf(species, bodyPart).looks
export const targetIndexOf = (species: Species, bodyPart: string) =>
  entryOf(species, bodyPart).targetIndex
