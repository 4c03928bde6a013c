import { createHash } from 'node:crypto'
import type { ImageMetadata } from '@talus/contract'
import {
  DicomFault,
  describeImage,
  describeStoredPixels,
  describeStudy,
  formatDicomJson,
  dumpDicom,
  listHeaderChunks,
  listStoredChunks,
  locateSingleFrame,
  findNativePixelValues,
  findReduction,
  readDicom,
  readDicomHeader,
  readDocument,
  readSlices,
  readStoredTables,
  tags,
} from '@talus/dicom'
import type { DicomDocument, DicomHeader } from '@talus/dicom'
import { readImageMetadata, readReducedDisplay } from './image-metadata.ts'
import type { StoredTables } from '@talus/dicom'
import { mayAct } from './pdf-actions.ts'
import type { FileSummary, HeaderContent, PixelLocation, ReadDocument } from './read-protocol.ts'

/** Longer values are truncated. */
const maxValue = 256

export function locatePixels(bytes: Uint8Array, fileBytes: number, frame: number): PixelLocation {
  const reduction = frame === 0 ? findReduction(bytes, fileBytes)?.reduction : undefined
  if (reduction) {
    const { reducedColumns, reducedRows, bits } = reduction
    const frameBytes = (reducedColumns * reducedRows * bits) / 8
    return { plain: undefined, singleFrame: undefined, reduction, frameBytes }
  }
  const head = readDicomHeader(bytes, fileBytes)
  const plain = findNativePixelValues(head, frame)
  const { rows, columns, samples, bitsAllocated } = describeImage(head.dataSet)
  const frameBytes = (rows * columns * samples * bitsAllocated) / 8
  return { plain, singleFrame: locateSingleFrame(head, frame), frameBytes }
}

export function readSummary(bytes: Uint8Array, fileBytes: number): FileSummary {
  const header = readDicomHeader(bytes, fileBytes)
  const { dataSet, identity, transferSyntax, pixelData } = header
  return {
    identity,
    description: describeStudy(dataSet),
    transferSyntaxUid: transferSyntax.uid,
    hasPixels: dataSet.element(tags.pixelData) !== undefined || pixelData !== undefined,
    pixelStart: pixelData?.start,
    pixelEnd: pixelData?.length === undefined ? undefined : pixelData.valueStart + pixelData.length,
    fragmentsStart: pixelData && pixelData.length === undefined ? pixelData.valueStart : undefined,
    lacksPixels: lacksPixels(header),
    json: formatDicomJson(dataSet, { bulkDataUri: (path) => `bulk:${path.replaceAll('/', '.')}` }),
    slices: describeSlices(header),
  }
}

/** Whether pixel data that is not compressed is shorter than the announced frames. */
function lacksPixels({ dataSet, pixelData }: DicomHeader): boolean {
  if (pixelData?.length === undefined) return false
  try {
    const { rows, columns, frames, samples, bitsAllocated, photometric } = describeImage(dataSet)
    const bits = photometric === 'YBR_FULL_422' ? bitsAllocated * 2 : bitsAllocated * samples
    return pixelData.length < Math.ceil((rows * columns * bits) / 8) * frames
  } catch (error) {
    if (error instanceof DicomFault) return error.code === 'damaged-picture'
    throw error
  }
}

/** The modalities whose images are slices. */
const slicedModalities = ['CT', 'MR', 'PT']

/** A file whose slices cannot be described is stored nevertheless. */
function describeSlices(header: DicomHeader): FileSummary['slices'] {
  const { dataSet, identity, pixelData } = header
  const hasPixels = dataSet.element(tags.pixelData) !== undefined || pixelData !== undefined
  if (!hasPixels || !slicedModalities.includes(identity.modality)) return undefined
  try {
    const slices = readSlices(header)
    return slices ? JSON.stringify(slices) : null
  } catch (error) {
    if (error instanceof DicomFault) return null
    throw error
  }
}

export const readTables = (bytes: Uint8Array, fileBytes: number): StoredTables =>
  readStoredTables(readDicomHeader(bytes, fileBytes).dataSet)

export function readContent(bytes: Uint8Array, fileBytes: number): HeaderContent {
  const header = readDicomHeader(bytes, fileBytes)
  const { dataSet, pixelData } = header
  const form = describeStoredPixels(header)
  return {
    values: hashChunks(listHeaderChunks(header)),
    stored: hashChunks(listStoredChunks(header)),
    hasPixels: dataSet.element(tags.pixelData) !== undefined || pixelData !== undefined,
    pixels: pixelData && form !== undefined ? { start: pixelData.valueStart, form } : undefined,
  }
}

export function readDocumentContent(bytes: Uint8Array, fileBytes: number): ReadDocument {
  const document = readDocument(readDicomHeader(bytes, fileBytes))
  return { ...document, mayAct: mayDocumentAct(bytes, document) }
}

/** A PDF in a deflated file is not searched for actions, and counts as one that has some. */
function mayDocumentAct(bytes: Uint8Array, { content }: DicomDocument): boolean {
  if (content.form !== 'pdf') return false
  const { start, byteLength } = content.pdf
  return start === undefined || mayAct(bytes.subarray(start, start + byteLength))
}

function hashChunks(chunks: Iterable<Uint8Array>): string {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

export async function readMetadata(
  bytes: Uint8Array,
  fileBytes: number,
  withTags: boolean,
): Promise<ImageMetadata> {
  // Elements after the pixel data are read from a complete file only.
  const isWhole = bytes.byteLength >= fileBytes
  const file = withTags && isWhole ? readDicom(bytes) : readDicomHeader(bytes, fileBytes)
  const described = await readImageMetadata(file, isWhole)
  const display = described.display ?? (await readReducedDisplay(bytes, fileBytes))
  const shown = { ...described, display }
  return withTags ? { ...shown, tags: dumpDicom(file, { maxValue }) } : shown
}
