/**
 * How the pixel data is coded. The kind of JPEG is read from the codestream, which is more
 * reliable.
 */
export type PixelCoding = 'native' | 'rle' | 'codestream'

export interface TransferSyntax {
  readonly uid: string
  readonly isExplicit: boolean
  readonly isLittleEndian: boolean
  readonly isDeflated: boolean
  /** Undefined without a decoder: the file can be read, its image cannot be shown. */
  readonly coding: PixelCoding | undefined
}

export const implicitLittleEndian = '1.2.840.10008.1.2'
export const explicitLittleEndian = '1.2.840.10008.1.2.1'
export const deflatedLittleEndian = '1.2.840.10008.1.2.1.99'
export const explicitBigEndian = '1.2.840.10008.1.2.2'
export const jpegLsLossless = '1.2.840.10008.1.2.4.80'
export const htJpeg2000Lossless = '1.2.840.10008.1.2.4.201'
export const htJpeg2000LosslessRpcl = '1.2.840.10008.1.2.4.202'

/** The pixel data of these are not compressed. */
export const nativeSyntaxes: readonly string[] = [
  implicitLittleEndian,
  explicitLittleEndian,
  deflatedLittleEndian,
  explicitBigEndian,
]
const runLength = '1.2.840.10008.1.2.5'
/**
 * JPEG (50 to 70), JPEG-LS (80, 81), JPEG 2000 (90, 91) and high-throughput JPEG 2000 (201 to 203).
 */
const codestream = /^1\.2\.840\.10008\.1\.2\.4\.(?:5[01357]|70|8[01]|9[01]|20[123])$/u

/** Whether the pixel data are not encapsulated (PS3.5 A.4). */
export const isNativeSyntax = (uid: string): boolean => nativeSyntaxes.includes(uid)

/** Every image can be transcoded to these; every peer must accept the second (PS3.5 10.1). */
export const uncompressedSyntaxes = [explicitLittleEndian, implicitLittleEndian] as const

function codingOf(uid: string): PixelCoding | undefined {
  if (isNativeSyntax(uid)) return 'native'
  if (uid === runLength) return 'rle'
  return codestream.test(uid) ? 'codestream' : undefined
}

export const getTransferSyntax = (uid: string): TransferSyntax => ({
  uid,
  isExplicit: uid !== implicitLittleEndian,
  isLittleEndian: uid !== explicitBigEndian,
  isDeflated: uid === deflatedLittleEndian,
  coding: codingOf(uid),
})
