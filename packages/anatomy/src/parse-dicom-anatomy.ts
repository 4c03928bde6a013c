import type { Species } from '@talus/contract'
import { equineViews, sidedViews } from '@talus/contract/enumerations'
import { bodyParts, getBodyParts } from './body-parts.ts'
import type { BodyPart } from './body-parts.ts'
import { getOfferedViews } from './offered-views.ts'
import { parseSide } from './stated-side.ts'
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
const allViews: readonly View[] = [...sidedViews, ...equineViews]

/** Normalizes a name, so that `LEFT FOREFOOT` and `Left_Forefoot` are equal. */
const normalizeName = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, ' ')
    .trim()

/** Normalized once, because the names of all parts are compared for every received image. */
const normalizedNames = new Map(allParts.map((part) => [part, normalizeName(part)]))

function isSidePossible(part: BodyPart, laterality: string): boolean {
  const side = bodyParts[part].laterality
  return (side !== 'L' && side !== 'R') || laterality === '' || side === laterality
}

/**
 * Selects among matching parts the one named in a description, else the first of the map. A side or
 * a limb that the file does not state is never chosen: the text of the file is kept instead.
 */
function selectNamed(
  parts: readonly BodyPart[],
  { descriptions, laterality }: DicomAnatomy,
): BodyPart | undefined {
  const texts = descriptions.map(normalizeName)
  const isNamed = (part: BodyPart) =>
    texts.some((text) => text.includes(normalizedNames.get(part) ?? part))
  // The longest name, because "Left Scapula" also names the scapula.
  const [named] = parts.filter(isNamed).toSorted((one, other) => other.length - one.length)
  if (named) return named
  const stated = parts.filter((part) => {
    const side = bodyParts[part].laterality
    return (side !== 'L' && side !== 'R') || side === laterality
  })
  const limbs = new Set(stated.map((part) => bodyParts[part].limb ?? 'trunk'))
  const isOneSided = (part: BodyPart) => bodyParts[part].laterality === laterality
  return limbs.size === 1 ? (stated.find(isOneSided) ?? stated[0]) : undefined
}

const sideWords: Readonly<Record<string, string>> = { L: 'left', R: 'right' }

function findBodyPart(anatomy: DicomAnatomy, kind: Species | undefined): BodyPart | undefined {
  const candidates = (kind ? getBodyParts(kind) : allParts).filter((part) =>
    isSidePossible(part, anatomy.laterality),
  )
  const examinedName = normalizeName(anatomy.bodyPartExamined)
  const side = sideWords[anatomy.laterality]
  const named =
    candidates.find((part) => normalizedNames.get(part) === `${side} ${examinedName}`) ??
    candidates.find((part) => normalizedNames.get(part) === examinedName)
  if (named) return named
  const examined = anatomy.bodyPartExamined.toUpperCase()
  const byName = candidates.filter((part) => bodyParts[part].bodyPartExamined === examined)
  const byCode = candidates.filter((part) => bodyParts[part].code.value === anatomy.regionCode)
  // The code of the shoulder is also that of the scapula; the term tells them apart.
  const byBoth = byCode.filter((part) => byName.includes(part))
  if (byBoth.length > 0) return selectNamed(byBoth, anatomy)
  return selectNamed(byCode.length > 0 ? byCode : byName, anatomy)
}

const sidelessLaterals = new Set(['LAT', 'LATERAL'])
const sidelessLateralCodes = new Set(['399067008'])
/** LL and RL are defined terms of View Position (PS3.3 C.8.1.1): left lateral and right lateral. */
const sidedLaterals: Readonly<Record<string, 'RLAT' | 'LLAT'>> = {
  LE_RTL: 'RLAT',
  RLAT: 'RLAT',
  RL: 'RLAT',
  RT_LEL: 'LLAT',
  LLAT: 'LLAT',
  LL: 'LLAT',
}
const sidedLateralCodes: Readonly<Record<string, 'RLAT' | 'LLAT'>> = {
  '399198007': 'RLAT',
  '399173006': 'LLAT',
}
const sideOfLateral = { RLAT: 'R', LLAT: 'L' } as const

type SideSources = Pick<
  DicomAnatomy,
  'bodyPartExamined' | 'laterality' | 'viewCode' | 'viewPosition'
>

/** The lateral of the trunk that position and code name; they may contradict each other. */
const findSidedLaterals = ({ viewPosition, viewCode }: SideSources) =>
  [sidedLaterals[viewPosition.toUpperCase()], sidedLateralCodes[viewCode]].filter(
    (view) => view !== undefined,
  )

const isSide = (laterality: string) => laterality === 'L' || laterality === 'R'

/**
 * A lateral of a leg may be taken with the animal on either side, so that only the name of the part
 * can contradict its laterality.
 */
const isPartContradicted = ({ bodyPartExamined, laterality }: SideSources) =>
  isSide(laterality) && !['U', laterality].includes(parseSide(bodyPartExamined))

function isLateralContradicted(anatomy: SideSources, part: BodyPart | undefined): boolean {
  const [one, other] = findSidedLaterals(anatomy)
  if (one === undefined) return false
  if (other !== undefined && other !== one) return true
  const isTrunk = part !== undefined && bodyParts[part].laterality === 'U'
  return isTrunk && isSide(anatomy.laterality) && sideOfLateral[one] !== anatomy.laterality
}

/** Whether the attributes of a file name both sides, so that none of them can be shown. */
export const hasContradictorySides = (anatomy: DicomAnatomy): boolean =>
  isPartContradicted(anatomy) || isLateralContradicted(anatomy, findBodyPart(anatomy, undefined))

function findView(
  anatomy: DicomAnatomy,
  part: BodyPart | undefined,
  kind: Species | undefined,
): View | undefined {
  const position = anatomy.viewPosition.toUpperCase()
  if (position === '' && anatomy.viewCode === '') return undefined
  const fits = (view: View, over: BodyPart) => {
    const named = toDicomView(view, over)
    return (
      named !== undefined &&
      (named.viewPosition === position ||
        (anatomy.viewCode !== '' && named.code?.value === anatomy.viewCode))
    )
  }
  const parts = part ? [part] : allParts
  const [sided] = findSidedLaterals(anatomy)
  const isOneLimb = isSide(part ? bodyParts[part].laterality : anatomy.laterality)
  // On a leg with a side, LL is a plain lateral: a second side in the name would confuse.
  const isPlain = isOneLimb && (position === 'LL' || position === 'RL')
  if (sided) return isPlain || isLateralContradicted(anatomy, part) ? 'LAT' : sided
  if (sidelessLaterals.has(position) || sidelessLateralCodes.has(anatomy.viewCode)) return 'LAT'
  // Two views may have the same DICOM name; the one that the species uses comes first.
  const ordered = [...(kind && part ? getOfferedViews(kind, part) : []), ...allViews]
  return (
    ordered.find((view) => parts.some((one) => fits(view, one))) ??
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
  const stated = isPartContradicted(anatomy) ? { ...anatomy, laterality: '' } : anatomy
  const part = isPartContradicted(anatomy) ? undefined : findBodyPart(stated, kind)
  return {
    bodyPart: part ?? nameWithSide(stated),
    view: findView(stated, part, kind) ?? anatomy.viewPosition,
  }
}

/** The text of the file with the side that the file states: an unknown part must not lose it. */
function nameWithSide({ bodyPartExamined, laterality }: DicomAnatomy): string {
  const hasSide = parseSide(bodyPartExamined) !== 'U'
  if (bodyPartExamined === '' || !isSide(laterality) || hasSide) return bodyPartExamined
  return `${laterality === 'L' ? 'Left' : 'Right'} ${bodyPartExamined}`
}
