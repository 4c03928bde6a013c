import {
  bulkData,
  dataSetStart,
  explicitLittleEndian,
  frameBytes,
  frameCount,
  frameIn,
  frameNumbers,
  frameSpans,
  implicitDataSet,
  numbersApart,
  readDicom,
  readHead,
  transcode,
} from '@talus/dicom'
import { answerTasks } from './dicom-answers.ts'
import type { TranscodingTask } from './transcoding-messages.ts'

answerTasks(
  async (task: TranscodingTask & { readonly bytes: Uint8Array }) =>
    (await partsOf(task, task.bytes)).map(handedOver),
  (parts) => parts.map(({ buffer }) => buffer),
)

/** Smaller parts are copied sooner than handed over. */
const handedOverFrom = 4096

/**
 * Memory of its own: parts may be windows onto the file, or onto the memory of a codec; and small ones
 * may be constants, such as the preamble or a byte of padding, which would be gone for the next file.
 */
function handedOver(part: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = part
  const isOwn =
    byteLength >= handedOverFrom &&
    buffer instanceof ArrayBuffer &&
    buffer.byteLength === byteLength
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(part)
}

async function partsOf(task: TranscodingTask, bytes: Uint8Array): Promise<readonly Uint8Array[]> {
  switch (task.kind) {
    case 'file':
      return transcode(bytes, task.syntax)
    case 'data-set':
      return dataSetOf(bytes, task.syntax)
    case 'value': {
      const value = bulkData(readDicom(bytes).dataSet, task.path)
      return value ? [value] : []
    }
    case 'numbers':
      return [await frameNumbers(readDicom(bytes), task.frame)]
    case 'numbers-apart': {
      const head = readHead(bytes.subarray(0, task.headBytes), task.fileBytes)
      const frame = bytes.subarray(task.headBytes)
      return [await numbersApart(head, task.frame, frame, task.hasHeaders)]
    }
    case 'spans': {
      const spans = frameSpans(readDicom(bytes))
      const ends = Float64Array.from(spans?.flatMap(({ start, end }) => [start, end]) ?? [])
      return [new Uint8Array(ends.buffer)]
    }
    case 'frames':
      return framesOf(bytes, task)
  }
}

async function dataSetOf(bytes: Uint8Array, syntax: string): Promise<readonly Uint8Array[]> {
  const file = joined(await transcode(bytes, explicitLittleEndian))
  const dataSet = file.subarray(dataSetStart(file).at)
  return syntax === explicitLittleEndian ? [dataSet] : implicitDataSet(dataSet)
}

async function framesOf(
  bytes: Uint8Array,
  { frames, syntax }: TranscodingTask & { kind: 'frames' },
): Promise<readonly Uint8Array[]> {
  const file = readDicom(bytes)
  const wanted = frames === 'all' ? Array(frameCount(file)).keys() : frames
  const parts: Uint8Array[] = []
  for (const frame of wanted)
    parts.push(
      syntax === undefined
        ? frameBytes(file, frame, { isLittleEndian: true }).bytes
        : await frameIn(file, frame, syntax),
    )
  return parts
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
