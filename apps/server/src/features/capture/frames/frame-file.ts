import {
  createContextAttributes,
  DicomFault,
  editDataSet,
  explicitLittleEndian,
} from '@talus/dicom'
import { writeFileChunks, transcode } from '@talus/dicom'
import { incompleteComment, toAnnotationAttributes } from '../../archive/index.ts'
import {
  createIncompleteAttributes,
  toObjectContext,
  toDicomAttributes,
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

/** Rewrites a vendor file as an image of our patient and study; its pixel data is not changed. */
export async function rewriteVendorFile(
  frame: FrameMetadata,
  bytes: Uint8Array,
): Promise<readonly Uint8Array[]> {
  const ownAttributes = Object.entries(
    createContextAttributes(toObjectContext(frame), '', ''),
  ).filter(([keyword]) => !keptAttributes.includes(keyword))
  const changes = {
    ...Object.fromEntries(ownAttributes),
    ...toAnnotationAttributes(frame.info.context.annotation),
    ...(frame.info.isIncomplete ? { ImageComments: incompleteComment } : {}),
    ...createIncompleteAttributes(frame.info),
  }
  try {
    return [editDataSet(bytes, changes).bytes]
  } catch (error) {
    if (!(error instanceof DicomFault) || error.code !== 'not-editable') throw error
    const uncompressed = Buffer.concat(await transcode(bytes, explicitLittleEndian))
    return [editDataSet(uncompressed, changes).bytes]
  }
}
