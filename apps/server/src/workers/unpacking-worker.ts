import { parentPort } from 'node:worker_threads'
import { DicomFault, dataSetStart, implicitDataSet, transcode } from '@talus/dicom'
import type { UnpackingAnswer, UnpackingTask } from './unpacking-messages.ts'

const explicitLittleEndian = '1.2.840.10008.1.2.1'

/** Turns files into plain ones in a thread of its own: one that hangs is ended, and the server goes on. */
parentPort?.on(
  'message',
  ({ bytes, transferSyntax }: UnpackingTask & { readonly bytes: Uint8Array }) => {
    void answer(bytes, transferSyntax).then((message) => {
      const transfer = 'dataSet' in message ? [message.dataSet.buffer as ArrayBuffer] : []
      parentPort?.postMessage(message, transfer)
    })
  },
)

async function answer(bytes: Uint8Array, transferSyntax: string): Promise<UnpackingAnswer> {
  try {
    return { dataSet: await unpacked(bytes, transferSyntax) }
  } catch (error) {
    if (!(error instanceof DicomFault)) throw error
    return { fault: { code: error.code, detail: error.detail } }
  }
}

async function unpacked(bytes: Uint8Array, transferSyntax: string): Promise<Uint8Array> {
  const file = joined(await transcode(bytes, explicitLittleEndian))
  const dataSet = file.subarray(dataSetStart(file).at)
  return transferSyntax === explicitLittleEndian
    ? joined([dataSet])
    : joined(implicitDataSet(dataSet))
}

/** In memory of its own, to be handed over. */
function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
