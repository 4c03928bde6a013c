import { readSync } from 'node:fs'
import { createHeaderCollector } from '@talus/dicom'
import { getErrorCode } from '@talus/node-kit/error-code'
import { fileFaults } from './file-faults.ts'
import {
  locatePixels,
  readContent,
  readDocumentContent,
  readMetadata,
  readSummary,
} from './read-header.ts'
import type { LongReadRequest } from './long-read.ts'

// Reads the header of one file from its standard input, in a process of its own: V8 ends the whole
// process, not the thread, if a large collection or a long text exceeds the heap. The result is the
// length of a JSON text, the JSON text, and the attributes of a summary, which are text already.
function collectHeader(fileBytes: number): Uint8Array {
  const collector = createHeaderCollector(fileBytes)
  const memory = Buffer.allocUnsafeSlow(chunkBytes)
  for (;;) {
    const length = readInput(memory)
    if (length === 0 || !collector.add(memory.subarray(0, length))) return collector.finish()
  }
}

const chunkBytes = 256 * 1024
const standardInput = 0

/** This process does nothing else meanwhile. A stream would allocate a buffer for each chunk. */
function readInput(into: Buffer): number {
  try {
    return readSync(standardInput, into)
  } catch (error) {
    // Windows reports the end of a pipe as an error.
    if (getErrorCode(error) === 'EOF') return 0
    throw error
  }
}

async function answer(request: LongReadRequest): Promise<{ result: object; text?: string }> {
  const { fileBytes } = request
  const bytes = collectHeader(fileBytes)
  if (request.call === 'metadata')
    return { result: await readMetadata(bytes, fileBytes, request.withTags) }
  if (request.call === 'locatePixels')
    return { result: locatePixels(bytes, fileBytes, request.frame) }
  if (request.call === 'content') return { result: readContent(bytes, fileBytes) }
  if (request.call === 'document') return { result: readDocumentContent(bytes, fileBytes) }
  const { json, ...result } = readSummary(bytes, fileBytes)
  return { result, text: json }
}

async function answerOrFail(request: LongReadRequest) {
  try {
    return await answer(request)
  } catch (error) {
    const fault = fileFaults.pack(error)
    if (!fault) throw error
    return { fault }
  }
}

// The parent process wrote it.
const request = JSON.parse(process.argv[2] ?? '') as LongReadRequest
const { text, ...head } = { text: '', ...(await answerOrFail(request)) }
const headBytes = Buffer.from(JSON.stringify(head))
const lengthBytes = Buffer.alloc(4)
lengthBytes.writeUInt32LE(headBytes.byteLength)
process.stdout.end(Buffer.concat([lengthBytes, headBytes, Buffer.from(text)]), () => {
  // The parent may still have bytes to write that are not needed.
  process.exit(0)
})
