import { historyPrompts } from '@talus/contract'
import { listUnprintable } from '@talus/report/check'
import { readNewBreed } from './case-values.ts'
import type { CaseSource, CaseValues } from './case-values.ts'

/**
 * The characters of each field that the PDF of the report would print as white squares. Those that
 * the names of the register have are left out: the clinic cannot change the register here.
 */
export function findUnprintable(
  values: CaseValues,
  { patient, owner }: Pick<CaseSource, 'patient' | 'owner'>,
): Readonly<Record<string, readonly string[]>> {
  const texts = [
    { field: 'patientName', text: values.patientName, known: patient.name },
    { field: 'breedId', text: readNewBreed(values.breedId), known: '' },
    { field: 'ownerName', text: values.ownerName, known: owner?.name ?? '' },
    ...historyPrompts.map((field) => ({ field, text: values[field], known: '' })),
    { field: 'rest', text: values.rest, known: '' },
  ]
  return Object.fromEntries(
    texts.flatMap(({ field, text, known }) => {
      const missing = listUnprintable(text).filter((sign) => !known.includes(sign))
      return missing.length > 0 ? [[field, missing] as const] : []
    }),
  )
}
