const workerFaults = {
  'time-limit': 'The work took too long and was ended',
  starved: 'The machine had no time for the work',
  crashed: 'The work ended its worker',
  closed: 'The server is stopping',
} as const

export type WorkerFaultCode = keyof typeof workerFaults

/** A fault of a worker, not of the bytes it was given. */
export class WorkerFault extends Error {
  readonly code: WorkerFaultCode

  constructor(code: WorkerFaultCode, options?: ErrorOptions) {
    super(workerFaults[code], options)
    this.name = 'WorkerFault'
    this.code = code
  }
}

/** The bytes are not at fault: the task may be retried. */
export const isServerFault = ({ code }: WorkerFault) => code === 'closed' || code === 'starved'
