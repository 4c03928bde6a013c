import { animalSizes, species } from '@talus/contract/enumerations'
import type { Species } from '@talus/contract'
import { isBodyPart } from './body-parts.ts'
import type { BodyPart } from './body-parts.ts'
import { techniqueChart } from './technique-chart.ts'
import type { ChartRow } from './technique-chart.ts'
import { isView } from './views.ts'
import type { View } from './views.ts'

export type AnimalSize = (typeof animalSizes)[number]

/** Settings of a generator. The small focal spot is 0 in its protocol, the large one 1. */
export interface Technique {
  readonly fo: 0 | 1
  readonly kv: number
  readonly ma: number
  readonly ms: number
}

export interface TechniqueEntry extends Technique {
  readonly species: Species
  readonly size: AnimalSize
  readonly bodyPart: BodyPart
  readonly view: View
}

/** Finds the parts of a name: the chart has a joint once, the map on the left and right. */
const findParts = (name: string) => [name, `Left ${name}`, `Right ${name}`].filter(isBodyPart)

function parseTechnique(cell: string): Technique {
  const [kv, ma, ms, focus] = cell.split('/')
  return { fo: focus === 'L' ? 1 : 0, kv: Number(kv), ma: Number(ma), ms: Number(ms) }
}

const createEntries = (kind: Species, [part, views, ...cells]: ChartRow) =>
  findParts(part).flatMap((bodyPart) =>
    views
      .split(' ')
      .filter(isView)
      .flatMap((view) =>
        animalSizes.map((size, place): TechniqueEntry => ({
          species: kind,
          size,
          bodyPart,
          view,
          ...parseTechnique(cells[place] ?? ''),
        })),
      ),
  )

/** The techniques of a new clinic. */
export const defaultTechniques: readonly TechniqueEntry[] = species.flatMap((kind) =>
  techniqueChart[kind].flatMap((row) => createEntries(kind, row)),
)
