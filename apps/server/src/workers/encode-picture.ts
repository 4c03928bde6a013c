import sharp from 'sharp'
import type { Metadata, Sharp } from 'sharp'
import { ReportFault } from './report-faults.ts'
import type { EncodedPicture } from './report-protocol.ts'

/** REP-16. */
const reportImageWidth = 800
const reportImageQuality = 70
/** A letterhead is 62 px high; four times as many pixels look sharp in print. */
const logoBox = { width: 960, height: 256 }
/** A screen of 8K has 33 million pixels. */
const pixelsMax = 40_000_000

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegSignature = [0xff, 0xd8, 0xff]

/** PNG or JPEG: sharp would also read SVG and other formats. */
const isPicture = (bytes: Uint8Array) =>
  [pngSignature, jpegSignature].some((signature) =>
    signature.every((byte, at) => bytes[at] === byte),
  )

async function open(bytes: Uint8Array) {
  if (!isPicture(bytes)) throw new ReportFault('not-picture')
  try {
    const image = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
    const metadata = await image.metadata()
    return { image: image.rotate(), metadata }
  } catch (error) {
    throw new ReportFault('not-picture', { cause: error })
  }
}

async function finish(image: Sharp): Promise<EncodedPicture> {
  try {
    const { data, info } = await image.toBuffer({ resolveWithObject: true })
    // A copy, because the buffer of the library cannot be transferred.
    return { bytes: new Uint8Array(data), width: info.width, height: info.height }
  } catch (error) {
    throw new ReportFault('not-picture', { cause: error })
  }
}

/** Three equal channels take a third more bytes and print with coloured inks. */
async function isGrey(image: Sharp, { space }: Metadata): Promise<boolean> {
  if (space === 'b-w' || space === 'grey16') return true
  const { channels } = await image
    .clone()
    .resize(256, 256, { fit: 'inside' })
    .toColourspace('lab')
    .stats()
  return channels.slice(1, 3).every(({ min, max }) => Math.abs(min) < 3 && Math.abs(max) < 3)
}

/** Encodes a picture of the viewer for a report: at most 800 px wide, without metadata. */
export async function encodePicture(bytes: Uint8Array): Promise<EncodedPicture> {
  const { image, metadata } = await open(bytes)
  const isMonochrome = await isGrey(image, metadata).catch(() => false)
  const scaled = image
    .flatten({ background: '#000' })
    .resize({ width: reportImageWidth, withoutEnlargement: true })
  const coloured = isMonochrome ? scaled.toColourspace('b-w') : scaled.toColourspace('srgb')
  return finish(coloured.jpeg({ quality: reportImageQuality }))
}

/** Encodes a logo, without metadata; what is transparent becomes white, as the page is. */
export async function encodeLogo(bytes: Uint8Array): Promise<EncodedPicture> {
  const { image } = await open(bytes)
  const scaled = image
    .flatten({ background: '#fff' })
    .resize({ ...logoBox, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  return finish(scaled.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }))
}
