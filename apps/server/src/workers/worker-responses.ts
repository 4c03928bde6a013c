import { parentPort } from 'node:worker_threads'
import type { Transferable } from 'node:worker_threads'
import { DicomFault } from '@talus/dicom'
import type { DicomFaultCode } from '@talus/dicom'

/** Errors lose their class when they leave a worker, so a fault is sent as data. */
export type WorkerResponse<Result> =
  | { readonly result: Result }
  | { readonly fault: { readonly code: DicomFaultCode; readonly detail: string } }

/** Returns the result, or throws the fault of the file. */
export function unwrapResult<Result>(answer: WorkerResponse<Result>): Result {
  if ('fault' in answer) throw new DicomFault(answer.fault.code, answer.fault.detail)
  return answer.result
}

async function attempt<Result>(
  work: () => Result | Promise<Result>,
): Promise<WorkerResponse<Result>> {
  try {
    return { result: await work() }
  } catch (error) {
    if (!(error instanceof DicomFault)) throw error
    return { fault: { code: error.code, detail: error.detail } }
  }
}

/**
 * Handles every task of a worker. An error that is not a fault of the file is not caught: it ends
 * the worker, and the pool reports it.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- messages have no type of their own
export function handleTasks<Task extends { readonly bytes: Uint8Array }, Result>(
  work: (task: Task) => Result | Promise<Result>,
  getTransferList: (result: Result) => Transferable[] = () => [],
): void {
  parentPort?.on('message', (task: Task) => {
    void attempt(() => work(task)).then((answer) =>
      parentPort?.postMessage(answer, 'result' in answer ? getTransferList(answer.result) : []),
    )
  })
}
