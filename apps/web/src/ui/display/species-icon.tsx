import type { Species } from '@talus/contract'
import { CatIcon, DogIcon, HorseIcon } from '../art/species-icons.tsx'
import { Icon } from './icon.tsx'
import type { IconShape, IconSize } from './icon.tsx'

const icons: Readonly<Record<Species, IconShape>> = {
  Canine: DogIcon,
  Feline: CatIcon,
  Equine: HorseIcon,
}

interface SpeciesIconProps {
  readonly species: Species
  readonly size?: IconSize
}

export const SpeciesIcon = ({ species, size = 'lg' }: SpeciesIconProps) => (
  <Icon icon={icons[species]} size={size} />
)
