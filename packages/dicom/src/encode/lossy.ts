import type { DicomFile } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import { textElement } from './element-bytes.ts'
import type { Chunk } from './element-bytes.ts'

const prefix = '1.2.840.10008.1.2.4.'
/** Always lossy, and lossy unless the file says otherwise; by the name of their method (PS3.3 C.7.6.1.1.5). */
const methods: Readonly<Record<string, readonly [method: string, isAlways: boolean]>> = {
  50: ['ISO_10918_1', true],
  51: ['ISO_10918_1', true],
  53: ['ISO_10918_1', true],
  55: ['ISO_10918_1', true],
  81: ['ISO_14495_1', false],
  91: ['ISO_15444_1', false],
  203: ['ISO_15444_15', false],
}

/** What was lost once stays lost: pixels that leave a lossy codec must go on saying so. */
export function lossyAttributes({ dataSet, transferSyntax }: DicomFile): [number, Chunk[]][] {
  const { uid } = transferSyntax
  const [method, isAlways] = (uid.startsWith(prefix) && methods[uid.slice(prefix.length)]) || []
  const told = dataSet.code(tags.lossyImageCompression)
  if (method === undefined || told === '01' || (told !== '' && isAlways !== true)) return []
  const lossy: [number, Chunk[]] = [
    tags.lossyImageCompression,
    textElement(tags.lossyImageCompression, 'CS', '01'),
  ]
  return dataSet.code(tags.lossyImageCompressionMethod) === ''
    ? [
        lossy,
        [
          tags.lossyImageCompressionMethod,
          textElement(tags.lossyImageCompressionMethod, 'CS', method),
        ],
      ]
    : [lossy]
}
