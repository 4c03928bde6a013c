import { parentPort } from 'node:worker_threads'
import {
  bulkData,
  DicomFault,
  frameBytes,
  frameCount,
  frameIn,
  readDicom,
  transcode,
} from '@talus/dicom'
import type { TranscodingAnswer, TranscodingTask } from './transcoding-messages.ts'

type Asked = TranscodingTask & { readonly bytes: Uint8Array }

async function partsOf(task: Asked): Promise<readonly Uint8Array[]> {
  if (task.kind === 'file') return transcode(task.bytes, task.syntax)
  const file = readDicom(task.bytes)
  if (task.kind === 'value') {
    const value = bulkData(file.dataSet, task.path)
    return value ? [value] : []
  }
  const { syntax } = task
  const frames = task.frames === 'all' ? [...Array(frameCount(file)).keys()] : task.frames
  const parts: Uint8Array[] = []
  for (const frame of frames)
    parts.push(
      syntax === undefined
        ? frameBytes(file, frame, { isLittleEndian: true }).bytes
        : await frameIn(file, frame, syntax),
    )
  return parts
}

async function answer(task: Asked): Promise<TranscodingAnswer> {
  try {
    const parts = await partsOf(task)
    // One piece of memory that can be handed over; parts may be windows onto the file.
    return { parts: parts.map((part) => new Uint8Array(part)) }
  } catch (error) {
    if (!(error instanceof DicomFault)) throw error
    return { fault: { code: error.code, detail: error.detail } }
  }
}

function send(result: TranscodingAnswer): void {
  const buffers = 'parts' in result ? result.parts.map(({ buffer }) => buffer as ArrayBuffer) : []
  parentPort?.postMessage(result, buffers)
}

// An error that is no fault of the file is not caught: it ends this worker, and the pool tells.
parentPort?.on('message', (task: Asked) => {
  void answer(task).then(send)
})
