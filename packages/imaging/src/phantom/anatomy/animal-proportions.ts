import type { Species } from '@talus/contract'
import { randomBetween, createMixedRandom } from '../scene/noise.ts'
import type { Random } from '../../random.ts'

/** The proportions of one animal: those of its species, with individual size and shape. */
export interface AnimalProportions {
  readonly species: Species
  readonly random: Random
  /** Mean length of T4 to T8 with their discs, in mm: the unit of all lengths of the trunk. */
  readonly u: number
  readonly thoracic: number
  readonly lumbar: number
  readonly sacral: number
  readonly caudal: number
  /** Vertebral lengths relative to u. */
  readonly lumbarLength: number
  readonly cervicalLength: number
  /** From the spine to the sternum at the heart, and half the width of the chest, in u. */
  readonly chestDepth: number
  readonly chestHalfWidth: number
  readonly vhs: number
  /** Caudal inclination of the long axis of the heart, in radians. */
  readonly heartLean: number
  /** Length of the tibia, in mm. */
  readonly tibia: number
  readonly tpa: number
}

/** The share of the long axis in the vertebral heart score. */
export const heartLong = 0.548

const table = {
  Canine: {
    u: { S: 11.5, M: 16.5, L: 21 },
    tibia: { S: 98, M: 152, L: 196 },
    thoracic: 13,
    lumbar: 7,
    sacral: 3,
    caudal: 16,
    lumbarLength: 1.32,
    cervicalLength: 1.35,
    chestHalfWidth: [3.1, 3.9],
    vhs: [9.0, 10.6],
    heartLean: [0.38, 0.52],
    tpa: [18, 30],
  },
  Feline: {
    u: { S: 8.2, M: 9.6, L: 11 },
    tibia: { S: 92, M: 108, L: 120 },
    thoracic: 13,
    lumbar: 7,
    sacral: 3,
    caudal: 20,
    lumbarLength: 1.5,
    cervicalLength: 1.3,
    chestHalfWidth: [2.8, 3.3],
    vhs: [6.9, 8.0],
    heartLean: [0.7, 0.85],
    tpa: [20, 26],
  },
  Equine: {
    u: { S: 36, M: 46, L: 52 },
    tibia: { S: 240, M: 340, L: 380 },
    thoracic: 18,
    lumbar: 6,
    sacral: 5,
    caudal: 16,
    lumbarLength: 1.1,
    cervicalLength: 2,
    chestHalfWidth: [4.5, 5.2],
    vhs: [14, 16],
    heartLean: [0.2, 0.3],
    tpa: [18, 24],
  },
} as const

export function createAnimalProportions(
  species: Species,
  size: 'S' | 'M' | 'L',
  seed: number,
): AnimalProportions {
  const random = createMixedRandom(seed * 101 + 1)
  const of = table[species]
  const vhs = randomBetween(random, of.vhs[0], of.vhs[1])
  const heartLean = randomBetween(random, of.heartLean[0], of.heartLean[1])
  const large = randomBetween(random, 0.94, 1.06)
  return {
    species,
    random,
    u: of.u[size] * large,
    thoracic: of.thoracic,
    lumbar: of.lumbar,
    sacral: of.sacral,
    caudal: of.caudal,
    lumbarLength: of.lumbarLength,
    cervicalLength: of.cervicalLength,
    heartLean,
    chestDepth: 1.95 + vhs * heartLong * Math.cos(heartLean) + randomBetween(random, 0, 0.25),
    chestHalfWidth: randomBetween(random, of.chestHalfWidth[0], of.chestHalfWidth[1]),
    vhs,
    tibia: of.tibia[size] * large,
    tpa: randomBetween(random, of.tpa[0], of.tpa[1]),
  }
}
