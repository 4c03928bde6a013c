import { contextAttributes, DicomFault, editDataSet, explicitLittleEndian } from '@talus/dicom'
import { fileChunks, transcode } from '@talus/dicom'
import { annotationAttributes } from '../../archive/index.ts'
import { contextOf, objectOf } from './frame-object.ts'
import type { FrameToDescribe } from './frame-object.ts'
import type { MadePicture } from './frame-picture.ts'

/** The DICOM file of a frame, in parts. */
export const fileOf = (
  frame: FrameToDescribe,
  { picture, pixels }: MadePicture,
): readonly Uint8Array[] =>
  fileChunks(objectOf(frame, picture), {
    transferSyntaxUid: explicitLittleEndian,
    pixels: { native: pixels, bitsAllocated: 16 },
  })

/** What a file that came from a vendor's own software says of itself better than we could. */
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

/** A vendor's file as the image of our animal, in our study: its pixels are not touched. */
export async function refiled(
  frame: FrameToDescribe,
  bytes: Uint8Array,
): Promise<readonly Uint8Array[]> {
  const ours = Object.entries(contextAttributes(contextOf(frame), '', '')).filter(
    ([keyword]) => !keptAttributes.includes(keyword),
  )
  const changes = {
    ...Object.fromEntries(ours),
    ...annotationAttributes(frame.info.context.annotation),
  }
  try {
    return [editDataSet(bytes, changes).bytes]
  } catch (error) {
    if (!(error instanceof DicomFault) || error.code !== 'not-editable') throw error
    const plain = Buffer.concat(await transcode(bytes, explicitLittleEndian))
    return [editDataSet(plain, changes).bytes]
  }
}
