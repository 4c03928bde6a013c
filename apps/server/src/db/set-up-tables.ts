import type { ClinicId, Instant } from '@talus/contract'

/** Its only row exists while the system waits for its first user. */
export interface PendingSetUpTable {
  id: number
  /** With the secret key of the server it gives the code again, for the next start. */
  salt: string
  codeHash: string
  expiresOn: Instant
}

interface SkippedStepTable {
  clinicId: ClinicId
  /** A step of the guided set-up, or `reminder`. */
  step: string
}

export interface SetUpTables {
  pendingSetUp: PendingSetUpTable
  skippedStep: SkippedStepTable
}
