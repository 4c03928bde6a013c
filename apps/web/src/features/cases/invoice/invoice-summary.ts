import { studyTypeSeparator } from '@talus/anatomy'
import type { RadCase } from '@talus/contract'

export type InvoicedCase = Pick<
  RadCase,
  'id' | 'clinicId' | 'studyTypes' | 'priority' | 'modality' | 'isTest' | 'isDeleted'
> & { readonly clinicName: string }

/** The number of regions of a case; one without regions counts as one. */
export const countRegions = ({ studyTypes }: Pick<RadCase, 'studyTypes'>): number =>
  Math.max(1, studyTypes.split(studyTypeSeparator).filter(Boolean).length)

export interface InvoiceLine {
  readonly key: string
  readonly clinicName: string
  readonly modality: RadCase['modality']
  readonly priority: RadCase['priority']
  readonly cases: number
  readonly regions: number
}

/** Test cases and deleted ones are never invoiced. */
export const selectInvoiced = <Row extends InvoicedCase>(rows: readonly Row[]): readonly Row[] =>
  rows.filter(({ isTest, isDeleted }) => !isTest && !isDeleted)

/** One line for each clinic, modality and priority, in the order of the clinic's name. */
export function summarizeCases(rows: readonly InvoicedCase[]): readonly InvoiceLine[] {
  const lines = new Map<string, InvoiceLine>()
  for (const row of selectInvoiced(rows)) {
    const { clinicId, clinicName, modality, priority } = row
    const key = [clinicId, modality, priority].join(' ')
    const line = lines.get(key) ?? { key, clinicName, modality, priority, cases: 0, regions: 0 }
    lines.set(key, {
      ...line,
      cases: line.cases + 1,
      regions: line.regions + countRegions(row),
    })
  }
  return [...lines.values()].toSorted((one, other) =>
    `${one.clinicName} ${one.key}`.localeCompare(`${other.clinicName} ${other.key}`),
  )
}
