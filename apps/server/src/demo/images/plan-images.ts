import { species as allSpecies } from '@talus/contract'
import type { Species, animalSizes } from '@talus/contract'
import { commonBreeds } from '../animal-names.ts'
import { day, minute } from '../calendar.ts'
import { createRandom } from '../random.ts'
import { chooseProjections } from './projections.ts'
import type { Projection } from './projections.ts'

/** A study of the demo, with the values that determine its images. */
export interface DemoStudy {
  readonly studyId: number
  readonly studyInstanceUID: string
  readonly clinicId: number
  readonly userId: number
  readonly username: string
  readonly patientId: number
  readonly speciesId: number | null
  readonly breed: string | null
  readonly modality: string
  readonly createdOn: string
  /** The study types of its case; empty if it has none. */
  readonly studyTypes: string
}

type AnimalSize = (typeof animalSizes)[number]
type Rejection = 'Low Exposure' | 'Over-Exposure' | 'Bad Image'

export interface PlannedImage extends Projection {
  /** The same in every run. */
  readonly frameId: string
  readonly study: DemoStudy
  readonly species: Species
  readonly size: AnimalSize
  /** Seed of the patient's anatomy, which is the same a year later. */
  readonly seed: number
  readonly poseSeed: number
  readonly exposedAt: string
  readonly doseFactor: number
  readonly rejection: Rejection | null
}

/** These give some 60 images: enough for a demo, and half a gigabyte at most. */
const newestPerClinic = 8
const pairsMax = 4
/** One in this many studies has a rejected image that was repeated. */
const rejectionEvery = 5
const rejections: readonly (readonly [Rejection, doseFactor: number])[] = [
  ['Low Exposure', 0.1],
  ['Over-Exposure', 14],
  ['Bad Image', 1],
]

const getSpecies = ({ speciesId }: DemoStudy): Species | undefined =>
  speciesId === null ? undefined : allSpecies[speciesId - 1]

/** The size that corresponds to the mean weight of the breed. */
function getSize(species: Species, { breed }: DemoStudy): AnimalSize {
  const [, , lightest = 0, heaviest = 0] =
    commonBreeds[species].find(([name]) => name === breed) ?? []
  const kilograms = (lightest + heaviest) / 2
  if (species !== 'Canine' || kilograms === 0) return 'Medium'
  return kilograms < 12 ? 'Small' : kilograms < 26 ? 'Medium' : 'Large'
}

const getTime = ({ createdOn }: DemoStudy) => Date.parse(createdOn)
const newestFirst = (one: DemoStudy, other: DemoStudy) => getTime(other) - getTime(one)

/** Finds a study of the same patient about a year earlier, to compare with. */
function findYearBefore(study: DemoStudy, all: readonly DemoStudy[]): DemoStudy | undefined {
  const target = getTime(study) - 365 * day
  const distance = (other: DemoStudy) => Math.abs(getTime(other) - target)
  return all
    .filter(
      (other) =>
        other.patientId === study.patientId &&
        other.modality === study.modality &&
        getTime(study) - getTime(other) > 180 * day,
    )
    .toSorted((one, other) => distance(one) - distance(other))[0]
}

/**
 * Chooses the studies that get images, newest first. A prior study gets the projections of the
 * newer one it is compared with.
 */
function chooseStudies(all: readonly DemoStudy[]) {
  const animals = all.filter(getSpecies).toSorted(newestFirst)
  const byClinic = [...Map.groupBy(animals, ({ clinicId }) => clinicId).values()]
  const chosen = new Set(
    byClinic.flatMap((studies) => [
      ...studies.slice(0, newestPerClinic),
      ...studies.filter(({ studyTypes }) => studyTypes !== ''),
    ]),
  )
  const plannedAs = new Map<DemoStudy, DemoStudy>()
  for (const study of animals) {
    const earlier = findYearBefore(study, animals)
    if (
      plannedAs.size >= pairsMax ||
      !earlier ||
      chosen.has(earlier) ||
      study.modality !== 'General'
    )
      continue
    chosen.add(study).add(earlier)
    plannedAs.set(earlier, study)
  }
  return [...chosen].toSorted(newestFirst).map((study) => ({
    study,
    model: plannedAs.get(study) ?? study,
  }))
}

/** Plans the images of the demo, in the order in which they are simulated. */
export function planImages(all: readonly DemoStudy[]): readonly PlannedImage[] {
  return chooseStudies(all).flatMap(({ study, model }, index) => {
    const species = getSpecies(study)
    if (!species) return []
    const projections = chooseProjections(
      species,
      study.modality === 'Dental',
      model.studyTypes,
      `reason of study ${model.studyId}`,
    )
    const exposures = projections.map((projection) => ({
      ...projection,
      doseFactor: 1,
      rejection: null as Rejection | null,
    }))
    const [first] = exposures
    const [rejection, doseFactor] = rejections[(index / rejectionEvery) % rejections.length] ?? []
    if (first && rejection !== undefined && doseFactor !== undefined)
      exposures.unshift({ ...first, doseFactor, rejection })
    const random = createRandom(`pictures of study ${study.studyId}`)
    return exposures.map((exposure, position) => ({
      ...exposure,
      frameId: `demo-${study.studyId}-${position + 1}-${exposure.bodyPart.toLowerCase()}`
        .replaceAll(/[^a-z0-9-]+/gu, '-')
        .slice(0, 64),
      study,
      species,
      size: getSize(species, study),
      seed: 1000 + study.patientId,
      poseSeed: random.integer(1, 100_000),
      exposedAt: new Date(
        getTime(study) + (3 + position * 2) * minute + random.integer(0, 50) * 1000,
      ).toISOString(),
    }))
  })
}
