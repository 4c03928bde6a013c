import type { ClinicType } from '@talus/contract'
import { listStudyColumnIds } from './study-column-ids.ts'

/** Breed and species are shown beside the worklist, and reports are written later. */
const omitted: readonly string[] = ['breed', 'species', 'report']

/** Lists the columns of the study list that the worklist shows. */
export const listWorklistColumnIds = (clinicType: ClinicType): readonly string[] =>
  listStudyColumnIds({ clinicType, variant: 'local' }).filter((id) => !omitted.includes(id))
