import { MergeAnimals } from './merge-animals.tsx'
import { MergeOwners } from './merge-owners.tsx'
import { MoveAnimal } from './move-animal.tsx'
import { MoveStudy } from './move-study.tsx'
import { OtherNumbers } from './other-numbers.tsx'
import { ReassignHistory } from './reassign-history.tsx'

export const dialogs = {
  MergeAnimals,
  MergeOwners,
  MoveAnimal,
  MoveStudy,
  OtherNumbers,
  ReassignHistory,
}
