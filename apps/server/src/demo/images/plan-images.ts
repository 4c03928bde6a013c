import { species as allSpecies } from '@talus/contract'
import type { Species, animalSizes } from '@talus/contract'
import { commonBreeds } from '../animal-names.ts'
import { day, minute } from '../calendar.ts'
import { seededRandom } from '../random.ts'
import { projectionsOf } from './exposures.ts'
import type { Projection } from './exposures.ts'

/** A study of the demo, with what decides what its pictures show. */
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
  /** What a radiologist was asked about; empty where nobody was asked. */
  readonly studyTypes: string
}

type AnimalSize = (typeof animalSizes)[number]
type Rejection = 'Low Exposure' | 'Over-Exposure' | 'Bad Image'

export interface PlannedImage extends Projection {
  /** The same image in every run. */
  readonly frameId: string
  readonly study: DemoStudy
  readonly species: Species
  readonly size: AnimalSize
  /** Of the animal: its bones are the same a year later. */
  readonly seed: number
  readonly poseSeed: number
  readonly exposedAt: string
  readonly doseFactor: number
  readonly rejection: Rejection | null
}

/** Some 60 pictures: enough to look around, and half a gigabyte at most. */
const newestOfClinic = 8
const pairsMax = 4
/** Every so many studies has a picture that had to be taken again. */
const rejectionEvery = 5
const rejections: readonly (readonly [Rejection, doseFactor: number])[] = [
  ['Low Exposure', 0.1],
  ['Over-Exposure', 14],
  ['Bad Image', 1],
]

const speciesOf = ({ speciesId }: DemoStudy): Species | undefined =>
  speciesId === null ? undefined : allSpecies[speciesId - 1]

/** As heavy as its breed is. */
function sizeOf(species: Species, { breed }: DemoStudy): AnimalSize {
  const [, , lightest = 0, heaviest = 0] =
    commonBreeds[species].find(([name]) => name === breed) ?? []
  const kilograms = (lightest + heaviest) / 2
  if (species !== 'Canine' || kilograms === 0) return 'Medium'
  return kilograms < 12 ? 'Small' : kilograms < 26 ? 'Medium' : 'Large'
}

const timeOf = ({ createdOn }: DemoStudy) => Date.parse(createdOn)
const newestFirst = (one: DemoStudy, other: DemoStudy) => timeOf(other) - timeOf(one)

/** The same animal about a year before, to compare with. */
function yearBefore(study: DemoStudy, all: readonly DemoStudy[]): DemoStudy | undefined {
  const wanted = timeOf(study) - 365 * day
  const distance = (other: DemoStudy) => Math.abs(timeOf(other) - wanted)
  return all
    .filter(
      (other) =>
        other.patientId === study.patientId &&
        other.modality === study.modality &&
        timeOf(study) - timeOf(other) > 180 * day,
    )
    .toSorted((one, other) => distance(one) - distance(other))[0]
}

/** Which studies get pictures, newest first, and for which older one the plan is that of a newer. */
function chosenStudies(all: readonly DemoStudy[]) {
  const animals = all.filter(speciesOf).toSorted(newestFirst)
  const ofClinics = [...Map.groupBy(animals, ({ clinicId }) => clinicId).values()]
  const chosen = new Set(
    ofClinics.flatMap((studies) => [
      ...studies.slice(0, newestOfClinic),
      ...studies.filter(({ studyTypes }) => studyTypes !== ''),
    ]),
  )
  const plannedAs = new Map<DemoStudy, DemoStudy>()
  for (const study of animals) {
    const earlier = yearBefore(study, animals)
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
    like: plannedAs.get(study) ?? study,
  }))
}

/** The pictures of the demo, in the order in which they are made. */
export function planImages(all: readonly DemoStudy[]): readonly PlannedImage[] {
  return chosenStudies(all).flatMap(({ study, like }, place) => {
    const species = speciesOf(study)
    if (!species) return []
    const projections = projectionsOf(
      species,
      study.modality === 'Dental',
      like.studyTypes,
      `reason of study ${like.studyId}`,
    )
    const takings = projections.map((projection) => ({
      ...projection,
      doseFactor: 1,
      rejection: null as Rejection | null,
    }))
    const [first] = takings
    const [rejection, doseFactor] = rejections[(place / rejectionEvery) % rejections.length] ?? []
    if (first && rejection !== undefined && doseFactor !== undefined)
      takings.unshift({ ...first, doseFactor, rejection })
    const random = seededRandom(`pictures of study ${study.studyId}`)
    return takings.map((taking, index) => ({
      ...taking,
      frameId: `demo-${study.studyId}-${index + 1}-${taking.bodyPart.toLowerCase()}`
        .replaceAll(/[^a-z0-9-]+/gu, '-')
        .slice(0, 64),
      study,
      species,
      size: sizeOf(species, study),
      seed: 1000 + study.patientId,
      poseSeed: random.integer(1, 100_000),
      exposedAt: new Date(
        timeOf(study) + (3 + index * 2) * minute + random.integer(0, 50) * 1000,
      ).toISOString(),
    }))
  })
}
