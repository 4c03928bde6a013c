import type { ClinicType } from '@talus/contract'
import { studyColumnIds } from './study-column-ids.ts'

/** Breed and species stand beside the worklist, and reports are made later. */
const leftOut: readonly string[] = ['breed', 'species', 'report']

/** The columns of the study list that tell whose turn it is. */
export const worklistColumnIds = (clinicType: ClinicType): readonly string[] =>
  studyColumnIds({ clinicType, variant: 'local' }).filter((id) => !leftOut.includes(id))
