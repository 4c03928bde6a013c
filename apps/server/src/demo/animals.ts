import type { Language, Species } from '@talus/contract'
import { commonBreeds, namesEn, namesFr } from './animal-names.ts'
import type { Random } from './random.ts'

export interface Animal {
  readonly name: string
  readonly species: Species
  readonly breed: string
  readonly sex: 'Male' | 'Female'
  readonly isNeutered: boolean
  /** The age at the first visit. */
  readonly ageDays: number
  readonly weightKg: number
  readonly description: string
}

const oldest: Readonly<Record<Species, number>> = { Canine: 14, Feline: 17, Equine: 22 }
const youngestDays: Readonly<Record<Species, number>> = { Canine: 90, Feline: 90, Equine: 700 }
const grownAfterDays = 365

const remarks: Readonly<Record<Language, Readonly<Record<Species, readonly string[]>>>> = {
  en: {
    Canine: [
      'Nervous with strangers; muzzle if needed.',
      'Allergic to chicken.',
      'Heart murmur grade II/VI, monitored yearly.',
    ],
    Feline: ['Indoor only.', 'Calm in a towel, not in the carrier.', 'Kidney diet.'],
    Equine: ['Light sedation for images of the feet.'],
  },
  fr: {
    Canine: [
      'Craint les inconnus; museler au besoin.',
      'Allergie au poulet.',
      'Souffle cardiaque de grade II/VI, suivi annuel.',
    ],
    Feline: ['Vit à l’intérieur.', 'Calme dans une serviette.', 'Alimentation rénale.'],
    Equine: ['Sédation légère pour les clichés des pieds.'],
  },
}

function isNeutered(random: Random, kind: Species, sex: Animal['sex'], ageDays: number) {
  const draw = random.next()
  if (kind === 'Equine') return sex === 'Male' && draw < 0.8
  return ageDays > 180 && draw < (kind === 'Canine' ? 0.78 : 0.9)
}

function createAnimal(
  random: Random,
  kind: Species,
  [name, sex]: readonly [string, Animal['sex']],
) {
  const choices = commonBreeds[kind].map((choice) => [choice, choice[1]] as const)
  const [breed, , lightest, heaviest] = random.pickWeighted(choices)
  const ageDays = random.integer(youngestDays[kind], oldest[kind] * 365)
  const grown = Math.min(1, 0.35 + (0.65 * ageDays) / grownAfterDays)
  const weight = (lightest + random.next() * (heaviest - lightest)) * grown
  return {
    name,
    sex,
    species: kind,
    breed,
    ageDays,
    weightKg: Math.round(weight * 10) / 10,
    isNeutered: isNeutered(random, kind, sex, ageDays),
  }
}

/** Creates the given number of animals per species, horses first: the first owners have a farm. */
export function createAnimals(
  random: Random,
  lang: Language,
  counts: Readonly<Record<Species, number>>,
): readonly Animal[] {
  const names = lang === 'fr' ? namesFr : namesEn
  const create = (kind: Species) =>
    random
      .shuffle(names[kind])
      .slice(0, counts[kind])
      .map((name) => createAnimal(random, kind, name))
  const horses = create('Equine')
  const pets = random.shuffle([...create('Canine'), ...create('Feline')])
  return [...horses, ...pets].map((animal) => ({
    ...animal,
    description: random.chance(0.2) ? random.pick(remarks[lang][animal.species]) : '',
  }))
}

/** Distributes all animals over the owners; returns the number of each owner, from one to four. */
export function distributeAnimals(
  random: Random,
  owners: number,
  animals: number,
): readonly number[] {
  const counts = Array.from({ length: owners }, () => 1)
  let remaining = owners === 0 ? 0 : animals - owners
  while (remaining > 0) {
    const owner = random.integer(0, owners - 1)
    const count = counts[owner] ?? 4
    if (count >= 4) continue
    counts[owner] = count + 1
    remaining -= 1
  }
  return counts
}
