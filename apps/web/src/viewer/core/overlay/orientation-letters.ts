import type { ImageMetadata, Viewport } from '@talus/contract'
import { getRotation } from '../camera/angle.ts'

/** Clockwise from the top, so that a quarter turn moves each by one. */
const edges = ['top', 'right', 'bottom', 'left'] as const
export type Edge = (typeof edges)[number]

/** Directions of a human and of an animal whose file does not say that it is a quadruped. */
const bipedOpposites = {
  bipedL: 'bipedR',
  bipedR: 'bipedL',
  bipedA: 'bipedP',
  bipedP: 'bipedA',
  bipedH: 'bipedF',
  bipedF: 'bipedH',
} as const

/**
 * Smallwood's directions. The opposite of dorsal is ventral on the trunk and palmar or plantar on a
 * leg, so it has none.
 */
const quadrupedOpposites = {
  LE: 'RT',
  RT: 'LE',
  CR: 'CD',
  CD: 'CR',
  R: 'CD',
  V: 'D',
  PA: 'D',
  PL: 'D',
  D: undefined,
  M: 'L',
  L: 'M',
  PR: 'DI',
  DI: 'PR',
} as const

type BipedLetter = keyof typeof bipedOpposites
type QuadrupedLetter = keyof typeof quadrupedOpposites
export type DirectionLetter = BipedLetter | QuadrupedLetter

const isBiped = (letter: string): letter is BipedLetter => Object.hasOwn(bipedOpposites, letter)
const isQuadruped = (letter: string): letter is QuadrupedLetter =>
  Object.hasOwn(quadrupedOpposites, letter)

const opposite = (letter: DirectionLetter): DirectionLetter | undefined =>
  isBiped(letter) ? bipedOpposites[letter] : quadrupedOpposites[letter]

/** Splits a direction into its letters; an unknown one is not shown, because it may be wrong. */
function parseDirection(direction: string, type: string): readonly DirectionLetter[] {
  if (type === 'QUADRUPED') {
    const found: readonly string[] = direction.match(/LE|RT|CR|CD|PR|DI|PA|PL|[DVRML]/gu) ?? []
    return found.join('') === direction ? found.filter(isQuadruped) : []
  }
  const found = Array.from(direction, (letter) => `biped${letter}`)
  return found.every(isBiped) ? found.filter(isBiped) : []
}

function invert(letters: readonly DirectionLetter[]): readonly DirectionLetter[] {
  const opposites = letters.map(opposite)
  return opposites.every((letter) => letter !== undefined) ? opposites : []
}

/**
 * The directions of the patient at the four edges of the displayed image. A tilted image has those
 * of the nearest quarter turn.
 */
export function getEdgeLetters(
  {
    PatientOrientation,
    AnatomicalOrientationType,
  }: Pick<ImageMetadata, 'PatientOrientation' | 'AnatomicalOrientationType'>,
  viewport: Viewport,
): readonly { readonly edge: Edge; readonly letters: readonly DirectionLetter[] }[] {
  if (!PatientOrientation) return []
  const [rows, columns] = PatientOrientation.map((direction) =>
    parseDirection(direction, AnatomicalOrientationType),
  )
  const [right, bottom] = [rows ?? [], columns ?? []]
  const across = [right, invert(right)]
  const down = [invert(bottom), bottom]
  if (viewport.hflip) across.reverse()
  if (viewport.vflip) down.reverse()
  const clockwise = [down[0], across[0], down[1], across[1]]
  const { cosine, sine } = getRotation(viewport)
  const turns = Math.round(Math.atan2(sine, cosine) / (Math.PI / 2))
  return edges
    .map((edge, at) => ({ edge, letters: clockwise[(at - turns + 8) % 4] ?? [] }))
    .filter(({ letters }) => letters.length > 0)
}
