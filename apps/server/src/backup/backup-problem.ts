import type { BackupFault, RefusalValues } from '@talus/contract'

interface ProblemOptions extends ErrorOptions {
  /** The reason as the pages translate it; the message is that of the command. */
  readonly fault?: BackupFault
  readonly values?: RefusalValues
}

/** A backup or restore that cannot go on, for a reason that the operator can read and act on. */
export class BackupProblem extends Error {
  readonly fault: BackupFault
  readonly values: RefusalValues | undefined

  constructor(
    message: string,
    { fault = 'backup/failed', values, ...options }: ProblemOptions = {},
  ) {
    super(message, options)
    this.fault = fault
    this.values = values
  }
}

/** A stored object or manifest whose bytes are not the ones that were written. */
export class DamagedObject extends Error {}
