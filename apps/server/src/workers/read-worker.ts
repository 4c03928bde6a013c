import type { ImageMetadata } from '@talus/contract'
import {
  describeStudy,
  formatDicomJson,
  dumpDicom,
  locateSingleFrame,
  findNativePixelValues,
  readDicom,
  readDicomHeader,
  tags,
} from '@talus/dicom'
import type { DicomHeader } from '@talus/dicom'
import { handleTasks } from './worker-responses.ts'
import { readImageMetadata } from './image-metadata.ts'
import type { PixelLocation, FileSummary, ReadTask } from './read-messages.ts'

/** Longer values are truncated. */
const maxValue = 256

// Reads file headers in a worker: a file that makes the parser hang ends the worker, not the
// server.
handleTasks(async (task: ReadTask & { readonly bytes: Uint8Array }) => {
  const { bytes, fileBytes } = task
  switch (task.kind) {
    case 'summary':
      return readSummary(bytes, fileBytes)
    case 'metadata':
      return readMetadata(bytes, fileBytes, task.withTags)
    case 'pixel-location':
      return locatePixels(readDicomHeader(bytes, fileBytes), task.frame)
  }
})

function locatePixels(head: DicomHeader, frame: number): PixelLocation {
  const plain = findNativePixelValues(head, frame)
  return { plain, singleFrame: plain ? undefined : locateSingleFrame(head, frame) }
}

function readSummary(bytes: Uint8Array, fileBytes: number): FileSummary {
  const { dataSet, identity, transferSyntax, pixelData } = readDicomHeader(bytes, fileBytes)
  return {
    identity,
    description: describeStudy(dataSet),
    transferSyntaxUid: transferSyntax.uid,
    hasPixels: dataSet.element(tags.pixelData) !== undefined || pixelData !== undefined,
    pixelStart: pixelData?.start,
    pixelEnd: pixelData?.length === undefined ? undefined : pixelData.valueStart + pixelData.length,
    json: formatDicomJson(dataSet, { bulkDataUri: (path) => `bulk:${path.replaceAll('/', '.')}` }),
  }
}

async function readMetadata(
  bytes: Uint8Array,
  fileBytes: number,
  withTags: boolean,
): Promise<ImageMetadata> {
  // Elements after the pixel data are read from a complete file only.
  const isWhole = bytes.byteLength >= fileBytes
  const file = withTags && isWhole ? readDicom(bytes) : readDicomHeader(bytes, fileBytes)
  const shown = await readImageMetadata(file, isWhole)
  return withTags ? { ...shown, tags: dumpDicom(file, { maxValue }) } : shown
}
