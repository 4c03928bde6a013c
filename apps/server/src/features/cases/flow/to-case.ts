import { caseStatus } from '@talus/contract'
import type { RadCase } from '@talus/contract'
import type { StoredCase } from './case-state.queries.ts'

const noTexts = {
  findings: '',
  interpretation: '',
  internalMedicineRecommandations: '',
  signature: '',
} as const

/**
 * A case as it is sent. Drafts are in a table of their own; the texts of the case itself are sent
 * once the report is final, whatever the row holds.
 */
export const toCase = <Row extends Pick<StoredCase, 'status'>>(row: Row): Row => ({
  ...row,
  ...(row.status === caseStatus.finalized ? {} : noTexts),
})

export const toSentCase = (row: StoredCase): RadCase => toCase(row)
