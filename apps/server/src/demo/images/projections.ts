import { dentalRegions } from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import type { Species } from '@talus/contract'
import { createRandom } from '../random.ts'

/** A body part and its view. Dental images have no view. */
export interface Projection {
  readonly bodyPart: string
  readonly view: View | ''
}

const views = (bodyPart: BodyPart, ...names: readonly View[]): readonly Projection[] =>
  names.map((view) => ({ bodyPart, view }))

const smallAnimal = {
  chest: views('Chest', 'RLAT', 'VD'),
  abdomen: views('Abdomen', 'RLAT', 'VD'),
  hips: views('Back Legs', 'VD'),
  stifle: views('Left Stifle', 'ML'),
  rightStifle: views('Right Stifle', 'ML'),
  spine: views('Vertebrae', 'RLAT', 'VD'),
  rump: views('Sacral Vertebrae', 'RLAT'),
  neck: views('Cervical', 'RLAT'),
  foreleg: views('Right Front Leg', 'ML', 'CRCD'),
  leftForeleg: views('Left Front Leg', 'ML', 'CRCD'),
  skull: views('Skull', 'LLAT', 'DV'),
} as const

const horse = {
  foot: views('Left Forefoot', 'LM', 'DP', 'D65PR_PADIO'),
  rightFoot: views('Right Forefoot', 'LM', 'DP', 'D65PR_PADIO'),
  fetlock: views('Right Front Fetlock', 'LM', 'DP'),
  carpus: views('Left Carpus', 'LM', 'DP'),
  hock: views('Right Tarsus', 'LM', 'DLMPO'),
  stifle: views('Left Stifle', 'LM', 'PA'),
  rightStifle: views('Right Stifle', 'LM', 'PA'),
} as const

/** Reasons for a visit, by the projections that they need, and their frequency. */
const reasons: Readonly<
  Record<Species, readonly (readonly [readonly Projection[], weight: number])[]>
> = {
  Canine: [
    [smallAnimal.chest, 5],
    [smallAnimal.abdomen, 4],
    [[...smallAnimal.hips, ...smallAnimal.stifle], 4],
    [smallAnimal.foreleg, 2],
    [[...smallAnimal.spine, ...smallAnimal.neck], 2],
    [smallAnimal.skull, 1],
  ],
  Feline: [
    [smallAnimal.chest, 5],
    [smallAnimal.abdomen, 5],
    [[...smallAnimal.hips, ...smallAnimal.stifle], 2],
    [smallAnimal.foreleg, 1],
  ],
  Equine: [
    [horse.foot, 4],
    [horse.fetlock, 3],
    [horse.carpus, 2],
    [horse.hock, 2],
    [horse.stifle, 1],
  ],
}

/** The projections that a case needs, by its study types. */
const projectionsByStudyType: readonly (readonly [
  RegExp,
  Readonly<Partial<Record<Species, readonly Projection[]>>>,
])[] = [
  [/Thorax/u, { Canine: smallAnimal.chest, Feline: smallAnimal.chest }],
  [/Abdomen/u, { Canine: smallAnimal.abdomen, Feline: smallAnimal.abdomen }],
  [/Hips/u, { Canine: smallAnimal.hips, Feline: smallAnimal.hips }],
  [
    /Left Stifle/u,
    { Canine: smallAnimal.stifle, Feline: smallAnimal.stifle, Equine: horse.stifle },
  ],
  [
    /Right Stifle/u,
    { Canine: smallAnimal.rightStifle, Feline: smallAnimal.rightStifle, Equine: horse.rightStifle },
  ],
  [
    /Lumbosacral/u,
    {
      Canine: [...smallAnimal.spine, ...smallAnimal.rump],
      Feline: [...smallAnimal.spine, ...smallAnimal.rump],
    },
  ],
  [/Left Front Foot/u, { Canine: smallAnimal.leftForeleg, Equine: horse.foot }],
  [/Right Front Foot/u, { Canine: smallAnimal.foreleg, Equine: horse.rightFoot }],
]

const teeth: readonly RegExp[] = [
  /RU - Canine/u,
  /RU - Premolars/u,
  /LL - Molars/u,
  /LU - Incisors/u,
]

/** The projections of a study; the same label gives the same ones. */
export function chooseProjections(
  species: Species,
  isDental: boolean,
  studyTypes: string,
  label: string,
): readonly Projection[] {
  if (isDental)
    return teeth.slice(0, 3).flatMap((pattern) => {
      const region = dentalRegions[species].find(({ name }) => pattern.test(name))
      return region ? [{ bodyPart: region.name, view: '' as const }] : []
    })
  const requested = projectionsByStudyType.flatMap(([pattern, parts]) =>
    pattern.test(studyTypes) ? (parts[species] ?? []) : [],
  )
  return requested.length > 0 ? requested : createRandom(label).pickWeighted(reasons[species])
}
