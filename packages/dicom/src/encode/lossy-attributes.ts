import type { DicomFile } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import { createTextElement } from './element-bytes.ts'
import type { Chunk } from './element-bytes.ts'

const prefix = '1.2.840.10008.1.2.4.'
/**
 * The compression method (PS3.3 C.7.6.1.1.5) of each syntax, and whether it is lossy in every case.
 */
const methods: Readonly<Record<string, readonly [method: string, isAlways: boolean]>> = {
  50: ['ISO_10918_1', true],
  51: ['ISO_10918_1', true],
  53: ['ISO_10918_1', true],
  55: ['ISO_10918_1', true],
  81: ['ISO_14495_1', false],
  91: ['ISO_15444_1', false],
  203: ['ISO_15444_15', false],
}

/** Pixel data that was ever compressed with loss must keep declaring it. */
export function getLossyAttributes({ dataSet, transferSyntax }: DicomFile): [number, Chunk[]][] {
  const { uid } = transferSyntax
  const [method, isAlways] = (uid.startsWith(prefix) && methods[uid.slice(prefix.length)]) || []
  const declared = dataSet.code(tags.lossyImageCompression)
  if (method === undefined || declared === '01' || (declared !== '' && isAlways !== true)) return []
  const lossy: [number, Chunk[]] = [
    tags.lossyImageCompression,
    createTextElement(tags.lossyImageCompression, 'CS', '01'),
  ]
  return dataSet.code(tags.lossyImageCompressionMethod) === ''
    ? [
        lossy,
        [
          tags.lossyImageCompressionMethod,
          createTextElement(tags.lossyImageCompressionMethod, 'CS', method),
        ],
      ]
    : [lossy]
}
