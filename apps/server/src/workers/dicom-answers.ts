import { parentPort } from 'node:worker_threads'
import type { Transferable } from 'node:worker_threads'
import { DicomFault } from '@talus/dicom'
import type { DicomFaultCode } from '@talus/dicom'

/** Errors do not keep their class on the way from a worker. */
export type DicomAnswer<Result> =
  | { readonly result: Result }
  | { readonly fault: { readonly code: DicomFaultCode; readonly detail: string } }

/** What the work gave; or the fault of its file, thrown. */
export function resultOf<Result>(answer: DicomAnswer<Result>): Result {
  if ('fault' in answer) throw new DicomFault(answer.fault.code, answer.fault.detail)
  return answer.result
}

async function attempt<Result>(work: () => Result | Promise<Result>): Promise<DicomAnswer<Result>> {
  try {
    return { result: await work() }
  } catch (error) {
    if (!(error instanceof DicomFault)) throw error
    return { fault: { code: error.code, detail: error.detail } }
  }
}

/**
 * In a worker: answers every task. An error that is no fault of the file is not caught: it ends the
 * worker, and the pool tells.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- messages have no type of their own
export function answerTasks<Task extends { readonly bytes: Uint8Array }, Result>(
  work: (task: Task) => Result | Promise<Result>,
  handedOver: (result: Result) => Transferable[] = () => [],
): void {
  parentPort?.on('message', (task: Task) => {
    void attempt(() => work(task)).then((answer) =>
      parentPort?.postMessage(answer, 'result' in answer ? handedOver(answer.result) : []),
    )
  })
}
