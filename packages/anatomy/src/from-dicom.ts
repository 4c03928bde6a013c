import type { Species } from '@talus/contract'
import { equineViews } from '@talus/contract/enumerations'
import { bodyParts, bodyPartsOf } from './body-parts.ts'
import type { BodyPart } from './body-parts.ts'
import { dicomViewOf } from './views.ts'
import type { View } from './views.ts'

/** What a file says of where and how an image was taken; empty where it says nothing. */
export interface DicomAnatomy {
  readonly regionCode: string
  readonly bodyPartExamined: string
  /** L, R, U or B. */
  readonly laterality: string
  readonly viewCode: string
  readonly viewPosition: string
  /** Where many systems write "Chest LAT" or the like. */
  readonly descriptions: readonly string[]
}

export interface FoundAnatomy {
  readonly bodyPart: string
  readonly view: string
}

const allParts = Object.keys(bodyParts) as readonly BodyPart[]
const allViews: readonly View[] = equineViews

/** `LEFT FOREFOOT` and `Left_Forefoot` are the same words. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, ' ')
    .trim()

function isSideRight(part: BodyPart, laterality: string): boolean {
  const side = bodyParts[part].laterality
  return (side !== 'L' && side !== 'R') || laterality === '' || side === laterality
}

/** Of parts that fit alike, the one whose name is written somewhere, else the first of the map. */
function best(parts: readonly BodyPart[], descriptions: readonly string[]): BodyPart | undefined {
  const texts = descriptions.map(plain)
  const isNamed = (part: BodyPart) => texts.some((text) => text.includes(plain(part)))
  return parts.find(isNamed) ?? parts[0]
}

function partOf(said: DicomAnatomy, kind: Species | undefined): BodyPart | undefined {
  const candidates = (kind ? bodyPartsOf(kind) : allParts).filter((part) =>
    isSideRight(part, said.laterality),
  )
  const named = candidates.find((part) => plain(part) === plain(said.bodyPartExamined))
  if (named) return named
  const byCode = candidates.filter((part) => bodyParts[part].code.value === said.regionCode)
  if (byCode.length > 0) return best(byCode, said.descriptions)
  const examined = said.bodyPartExamined.toUpperCase()
  const byWord = candidates.filter((part) => bodyParts[part].bodyPartExamined === examined)
  return best(byWord, said.descriptions)
}

const trunkLaterals = new Set(['LE_RTL', 'RT_LEL', 'LL', 'RL', 'LLAT', 'RLAT', 'LAT', 'LATERAL'])
const lateralCodes = new Set(['399198007', '399173006', '399067008'])

function viewOf(said: DicomAnatomy, part: BodyPart | undefined): View | undefined {
  const position = said.viewPosition.toUpperCase()
  const fits = (view: View, over: BodyPart) => {
    const named = dicomViewOf(view, over)
    return (
      named !== undefined &&
      (named.viewPosition === position ||
        (said.viewCode !== '' && named.code?.value === said.viewCode))
    )
  }
  const over = part ? [part] : allParts
  // The side of the beam is known to DICOM alone: here it is one view.
  if (trunkLaterals.has(position) || lateralCodes.has(said.viewCode)) return 'LAT'
  return (
    allViews.find((view) => over.some((one) => fits(view, one))) ??
    allViews.find((view) => view === position)
  )
}

/** `104 - RU - Canine`: DICOM has no codes for an animal's teeth, so they stand in words. */
const teethIn = (text: string) =>
  /\b\d{3}(?:,\d{3})* - (?:RU|RL|LU|LL) - (?:Incisors|Canine|Wolf Tooth|Premolars|Molars)\b/u.exec(
    text,
  )?.[0]

/**
 * The part and view that we would call it by. What is not among ours stays as the file has it: a vet
 * who reads ELBOW knows what is meant.
 */
export function anatomyFromDicom(said: DicomAnatomy, kind?: Species): FoundAnatomy {
  const teeth = said.descriptions.map(teethIn).find((found) => found !== undefined)
  if (teeth !== undefined) return { bodyPart: teeth, view: said.viewPosition }
  const part = partOf(said, kind)
  return {
    bodyPart: part ?? said.bodyPartExamined,
    view: viewOf(said, part) ?? said.viewPosition,
  }
}
