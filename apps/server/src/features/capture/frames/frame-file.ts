import {
  createContextAttributes,
  createTechniqueAttributes,
  DicomFault,
  editDataSet,
  explicitLittleEndian,
  readDicom,
} from '@talus/dicom'
import { writeFileChunks, transcode } from '@talus/dicom'
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

const kvpTag = 0x00_18_00_60
/** Whether a vendor file contains the technique, which its sensor knows better than the user. */
export const hasTechnique = (bytes: Uint8Array) =>
  (readDicom(bytes).dataSet.number(kvpTag) ?? 0) > 0

/** Undefined values would remove attributes of the vendor. */
function createMissingTechnique({ info }: FrameMetadata, bytes: Uint8Array) {
  const technique = hasTechnique(bytes) ? undefined : toTechnique(info)
  const attributes = Object.entries(technique ? createTechniqueAttributes(technique) : {})
  return Object.fromEntries(attributes.filter(([, value]) => value !== undefined))
}

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
    ...createMissingTechnique(frame, bytes),
    // The file of the vendor knows how its image is oriented.
    ...toAnnotationAttributes(frame.info.context.annotation, {
      clinicType: frame.subject.clinicType,
      isOwn: false,
    }),
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
