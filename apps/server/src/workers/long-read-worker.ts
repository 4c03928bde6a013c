import { createHeaderCollector } from '@talus/dicom'
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
async function collectHeader(fileBytes: number): Promise<Uint8Array> {
  const collector = createHeaderCollector(fileBytes)
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) if (!collector.add(chunk)) break
  return collector.finish()
}

async function answer(request: LongReadRequest): Promise<{ result: object; text?: string }> {
  const { fileBytes } = request
  const bytes = await collectHeader(fileBytes)
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
