import { CatIcon, DogIcon, HorseIcon } from '../art/species-icons.tsx'
import type { Species } from '@talus/contract'

const icons = { Canine: DogIcon, Feline: CatIcon, Equine: HorseIcon } satisfies Record<
  Species,
  unknown
>

export function SpeciesIcon({
  species,
  size = 20,
}: {
  readonly species: Species
  readonly size?: number
}) {
  const Icon = icons[species]
  return <Icon size={size} stroke={1.5} />
}
