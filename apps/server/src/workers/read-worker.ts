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
import { fileFaults } from './file-faults.ts'
import { readImageMetadata } from './image-metadata.ts'
import type { FileSummary, PixelLocation, ReadProtocol } from './read-protocol.ts'
import { answerCalls } from './worker-script.ts'

/** Longer values are truncated. */
const maxValue = 256

// Reads file headers in a worker: a file that makes the parser hang ends the worker, not the
// server.
answerCalls<ReadProtocol>(
  {
    summary: ({ bytes, fileBytes }) => readSummary(bytes, fileBytes),
    metadata: ({ bytes, fileBytes, withTags }) => readMetadata(bytes, fileBytes, withTags),
    locatePixels: ({ bytes, fileBytes, frame }) =>
      locatePixels(readDicomHeader(bytes, fileBytes), frame),
  },
  fileFaults,
)

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
