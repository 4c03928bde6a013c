import type { Species } from '@talus/contract'
import { equineViews } from '@talus/contract/enumerations'
import { bodyParts, getBodyParts } from './body-parts.ts'
import type { BodyPart } from './body-parts.ts'
import { toDicomView } from './views.ts'
import type { View } from './views.ts'

/** The DICOM attributes of body part and view; empty if the file does not have them. */
export interface DicomAnatomy {
  readonly regionCode: string
  readonly bodyPartExamined: string
  /** L, R, U or B. */
  readonly laterality: string
  readonly viewCode: string
  readonly viewPosition: string
  /** Descriptions, in which many systems write "Chest LAT" or the like. */
  readonly descriptions: readonly string[]
}

export interface ParsedAnatomy {
  readonly bodyPart: string
  readonly view: string
}

const allParts = Object.keys(bodyParts) as readonly BodyPart[]
const allViews: readonly View[] = equineViews

/** Normalizes a name, so that `LEFT FOREFOOT` and `Left_Forefoot` are equal. */
const normalizeName = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, ' ')
    .trim()

function isSidePossible(part: BodyPart, laterality: string): boolean {
  const side = bodyParts[part].laterality
  return (side !== 'L' && side !== 'R') || laterality === '' || side === laterality
}

/** Selects among matching parts the one named in a description, else the first of the map. */
function selectNamed(
  parts: readonly BodyPart[],
  descriptions: readonly string[],
): BodyPart | undefined {
  const texts = descriptions.map(normalizeName)
  const isNamed = (part: BodyPart) => texts.some((text) => text.includes(normalizeName(part)))
  return parts.find(isNamed) ?? parts[0]
}

function findBodyPart(anatomy: DicomAnatomy, kind: Species | undefined): BodyPart | undefined {
  const candidates = (kind ? getBodyParts(kind) : allParts).filter((part) =>
    isSidePossible(part, anatomy.laterality),
  )
  const named = candidates.find(
    (part) => normalizeName(part) === normalizeName(anatomy.bodyPartExamined),
  )
  if (named) return named
  const byCode = candidates.filter((part) => bodyParts[part].code.value === anatomy.regionCode)
  if (byCode.length > 0) return selectNamed(byCode, anatomy.descriptions)
  const examined = anatomy.bodyPartExamined.toUpperCase()
  const byName = candidates.filter((part) => bodyParts[part].bodyPartExamined === examined)
  return selectNamed(byName, anatomy.descriptions)
}

const trunkLaterals = new Set(['LE_RTL', 'RT_LEL', 'LL', 'RL', 'LLAT', 'RLAT', 'LAT', 'LATERAL'])
const lateralCodes = new Set(['399198007', '399173006', '399067008'])

function findView(anatomy: DicomAnatomy, part: BodyPart | undefined): View | undefined {
  const position = anatomy.viewPosition.toUpperCase()
  const fits = (view: View, over: BodyPart) => {
    const named = toDicomView(view, over)
    return (
      named !== undefined &&
      (named.viewPosition === position ||
        (anatomy.viewCode !== '' && named.code?.value === anatomy.viewCode))
    )
  }
  const parts = part ? [part] : allParts
  // DICOM distinguishes the side of the beam; here both are the view LAT.
  if (trunkLaterals.has(position) || lateralCodes.has(anatomy.viewCode)) return 'LAT'
  return (
    allViews.find((view) => parts.some((one) => fits(view, one))) ??
    allViews.find((view) => view === position)
  )
}

/** Finds `104 - RU - Canine`: DICOM has no codes for animal teeth, so descriptions name them. */
const findDentalRegion = (text: string) =>
  /\b\d{3}(?:,\d{3})* - (?:RU|RL|LU|LL) - (?:Incisors|Canine|Wolf Tooth|Premolars|Molars)\b/u.exec(
    text,
  )?.[0]

/**
 * Maps DICOM attributes to our body part and view. Unknown values are kept as they are in the file:
 * a vet who reads ELBOW understands it.
 */
export function parseDicomAnatomy(anatomy: DicomAnatomy, kind?: Species): ParsedAnatomy {
  const teeth = anatomy.descriptions.map(findDentalRegion).find((found) => found !== undefined)
  if (teeth !== undefined) return { bodyPart: teeth, view: anatomy.viewPosition }
  const part = findBodyPart(anatomy, kind)
  return {
    bodyPart: part ?? anatomy.bodyPartExamined,
    view: findView(anatomy, part) ?? anatomy.viewPosition,
  }
}
