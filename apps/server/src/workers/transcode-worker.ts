import { createHash } from 'node:crypto'
import {
  listContentChunks,
  listPixelChunks,
  readBulkData,
  findDataSetStart,
  explicitLittleEndian,
  readFrameBytes,
  countFrames,
  transcodeFrame,
  readPixelValues,
  readSliceValues,
  readPlaneBytes,
  toImplicitDataSet,
  readDicom,
  readFrameApart,
  transcode,
} from '@talus/dicom'
import type { FrameApart } from '@talus/dicom'
import { createKernel, getPackedOffset, packSlice } from '@talus/volume'
import type { Kernel } from '@talus/volume'
import { fileFaults } from './file-faults.ts'
import { Transferred } from './protocol.ts'
import type { TranscodeProtocol, TranscodeTask } from './transcode-protocol.ts'
import { answerCalls } from './worker-script.ts'

answerCalls<TranscodeProtocol>(
  {
    transcode: async ({ task, bytes }) => {
      const parts = (await runTask(task, bytes)).map(toTransferable)
      return new Transferred(
        parts,
        parts.map(({ buffer }) => buffer),
      )
    },
  },
  fileFaults,
)

/** Smaller parts are copied faster than transferred. */
const transferredFrom = 4096

/**
 * Copies parts that cannot be transferred: views of the file or of a codec's memory, and small ones
 * that may be constants, such as the preamble or a padding byte, which the next file needs again.
 */
function toTransferable(part: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = part
  const isOwn =
    byteLength >= transferredFrom &&
    buffer instanceof ArrayBuffer &&
    buffer.byteLength === byteLength
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(part)
}

async function runTask(task: TranscodeTask, bytes: Uint8Array): Promise<readonly Uint8Array[]> {
  switch (task.kind) {
    case 'file':
      return transcode(bytes, task.syntax)
    case 'data-set':
      return transcodeDataSet(bytes, task.syntax)
    case 'value': {
      const value = readBulkData(readDicom(bytes).dataSet, task.path)
      return value ? [value] : []
    }
    case 'numbers':
      return [await readPixelValues(readFile(bytes, task.apart), task.frame)]
    case 'planes':
      return readPlaneBytes(readFile(bytes, task.apart), task.frame)
    case 'pack-slice':
      return [await packFrame(bytes, task)]
    case 'frames':
      return readFrames(bytes, task)
    case 'content-hash':
      return [await hashContent(bytes, task.of)]
  }
}

/** Created with the first slice; its memory grows to the largest one. */
let kernel: Kernel | undefined

async function packFrame(
  bytes: Uint8Array,
  { frame, apart }: TranscodeTask & { kind: 'pack-slice' },
): Promise<Uint8Array> {
  const file = readFile(bytes, apart)
  const { columns, rows, values } = await readSliceValues(file, frame, getPackedOffset)
  return packSlice((kernel ??= createKernel()), values, columns, rows)
}

async function hashContent(bytes: Uint8Array, of: 'object' | 'pixels'): Promise<Uint8Array> {
  const hash = createHash('sha256')
  const list = of === 'object' ? listContentChunks : listPixelChunks
  for await (const chunk of list(readDicom(bytes))) hash.update(chunk)
  return new Uint8Array(hash.digest())
}

const readFile = (bytes: Uint8Array, apart: FrameApart | undefined) =>
  apart ? readFrameApart(bytes, apart) : readDicom(bytes)

async function transcodeDataSet(bytes: Uint8Array, syntax: string): Promise<readonly Uint8Array[]> {
  const file = joinChunks(await transcode(bytes, explicitLittleEndian))
  const dataSet = file.subarray(findDataSetStart(file).at)
  return syntax === explicitLittleEndian ? [dataSet] : toImplicitDataSet(dataSet)
}

async function readFrames(
  bytes: Uint8Array,
  { frames, syntax, apart }: TranscodeTask & { kind: 'frames' },
): Promise<readonly Uint8Array[]> {
  const file = readFile(bytes, apart)
  const wanted = frames === 'all' ? Array(countFrames(file)).keys() : frames
  const parts: Uint8Array[] = []
  for (const frame of wanted)
    parts.push(
      syntax === undefined
        ? readFrameBytes(file, frame, { isLittleEndian: true }).bytes
        : await transcodeFrame(file, frame, syntax),
    )
  return parts
}

function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
