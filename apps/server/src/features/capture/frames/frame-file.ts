import {
  createContextAttributes,
  createTechniqueAttributes,
  DicomFault,
  explicitLittleEndian,
} from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import { writeFileChunks } from '@talus/dicom'
import type { FileSummary, ReadPool } from '../../../workers/index.ts'
import { incompleteComment, toAnnotationAttributes } from '../../archive/index.ts'
import {
  createIncompleteAttributes,
  toDicomAttributes,
  toObjectContext,
  toTechnique,
} from './frame-attributes.ts'
import type { FrameMetadata } from './frame-attributes.ts'
import type { FrameImage } from './frame-image.ts'

/** Encodes the DICOM file of a frame, in chunks. */
export const encodeFrameFile = (
  frame: FrameMetadata,
  { attributes, pixels }: FrameImage,
): readonly Uint8Array[] =>
  writeFileChunks(toDicomAttributes(frame, attributes), {
    transferSyntaxUid: explicitLittleEndian,
    pixels: { native: pixels, bitsAllocated: 16 },
  })

/** Attributes of a vendor file that describe the acquisition better than the server could. */
const keptAttributes = [
  'SpecificCharacterSet',
  'SOPClassUID',
  'Modality',
  'Manufacturer',
  'ManufacturerModelName',
  'DeviceSerialNumber',
  'SoftwareVersions',
  'StationName',
  'ContentDate',
  'ContentTime',
]

/** The file of a vendor, and what a worker has read from it. */
export interface VendorFile {
  readonly bytes: Uint8Array
  readonly summary: FileSummary
  /** The sensor knows the technique better than the user. */
  readonly hasTechnique: boolean
}

export interface VendorFileDeps {
  readonly readPool: Pick<ReadPool, 'read' | 'edit'>
}

/** Most headers are shorter. */
const prefixBytes = 1024 * 1024

/** Reads the header in a worker: the file comes from a folder in which anything may be. */
export async function readVendorFile(
  readPool: VendorFileDeps['readPool'],
  bytes: Uint8Array,
): Promise<VendorFile> {
  // A copy, because the bytes that a worker gets are transferred.
  const read = (length: number) => readPool.read(bytes.slice(0, length), bytes.byteLength)
  const summary = await read(prefixBytes).catch((error: unknown) => {
    if (error instanceof DicomFault && error.code === 'needs-more') return read(bytes.byteLength)
    throw error
  })
  return { bytes, summary, hasTechnique: (summary.description.kvp ?? 0) > 0 }
}

/** Undefined values would remove attributes of the vendor. */
function createMissingTechnique({ info }: FrameMetadata, { hasTechnique }: VendorFile) {
  const technique = hasTechnique ? undefined : toTechnique(info)
  const attributes = Object.entries(technique ? createTechniqueAttributes(technique) : {})
  return Object.fromEntries(attributes.filter(([, value]) => value !== undefined))
}

/** Edits the header alone, so that the pixel data are not copied. */
async function editVendorFile(
  { readPool }: VendorFileDeps,
  { bytes, summary: { pixelStart = bytes.byteLength } }: VendorFile,
  changes: Attributes,
): Promise<readonly Uint8Array[]> {
  const head = await readPool.edit(async () => bytes.slice(0, pixelStart), changes)
  return [head, bytes.subarray(pixelStart)]
}

/** Rewrites a vendor file as an image of our patient and study; its pixel data is not changed. */
export async function rewriteVendorFile(
  deps: VendorFileDeps,
  frame: FrameMetadata,
  file: VendorFile,
): Promise<readonly Uint8Array[]> {
  const ownAttributes = Object.entries(
    createContextAttributes(toObjectContext(frame), '', ''),
  ).filter(([keyword]) => !keptAttributes.includes(keyword))
  const changes = {
    ...Object.fromEntries(ownAttributes),
    ...createMissingTechnique(frame, file),
    // The file of the vendor knows how its image is oriented.
    ...toAnnotationAttributes(frame.info.context.annotation, {
      clinicType: frame.subject.clinicType,
      isOwn: false,
    }),
    ...(frame.info.isIncomplete ? { ImageComments: incompleteComment } : {}),
    ...createIncompleteAttributes(frame.info),
  }
  return editVendorFile(deps, file, changes)
}
