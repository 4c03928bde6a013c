import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { picturePixelsMax } from './picture-limits.ts'
import { ReportFault } from './report-faults.ts'
import type { EncodedPicture } from './report-protocol.ts'

/** The specified width and quality of the images in a report. */
const reportImageWidth = 800
const reportImageQuality = 70
/** A letterhead is 62 px high; four times as many pixels look sharp in print. */
const logoBox = { width: 960, height: 256 }
/** A thumbnail on a screen with twice the usual density. */
const thumbnailSize = 320

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegSignature = [0xff, 0xd8, 0xff]

/** PNG or JPEG: sharp would also read SVG and other formats. */
const reportSignatures = [pngSignature, jpegSignature]

/** GIF and TIFF in both byte orders besides, for files that users attach. sharp reads no BMP. */
const attachedSignatures = [
  ...reportSignatures,
  [0x47, 0x49, 0x46, 0x38],
  [0x49, 0x49, 0x2a, 0],
  [0x4d, 0x4d, 0, 0x2a],
]

async function open(bytes: Uint8Array, signatures = reportSignatures) {
  if (!signatures.some((signature) => signature.every((byte, at) => bytes[at] === byte)))
    throw new ReportFault('not-picture')
  try {
    const image = sharp(bytes, { limitInputPixels: picturePixelsMax, failOn: 'error' })
    await image.metadata()
    // As its orientation tag says, which the result does not have.
    return image.rotate()
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

/** The largest difference of channels that compression leaves in a grey picture. */
const greyTolerance = 10

/** Three equal channels take a third more bytes and print with coloured inks. */
function isGrey(rgb: Uint8Array): boolean {
  for (let at = 0; at + 2 < rgb.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = [rgb[at], rgb[at + 1], rgb[at + 2]]
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > greyTolerance) return false
  }
  return true
}

async function scale(image: Sharp) {
  try {
    return await image
      .flatten({ background: '#000' })
      .resize({ width: reportImageWidth, withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    throw new ReportFault('not-picture', { cause: error })
  }
}

/** Encodes a picture of the viewer for a report: at most 800 px wide, without metadata. */
export const encodePicture = async (bytes: Uint8Array) => encodeForPrint(await open(bytes))

/** The same for an attached file; of GIF and TIFF the first frame. */
export const encodeAttachedPicture = async (bytes: Uint8Array) =>
  encodeForPrint(await open(bytes, attachedSignatures))

async function encodeForPrint(image: Sharp): Promise<EncodedPicture> {
  const { data, info } = await scale(image)
  const { width, height, channels } = info
  const scaled = sharp(data, { raw: { width, height, channels } })
  const isMonochrome = channels === 1 || (channels === 3 && isGrey(data))
  const coloured = isMonochrome ? scaled.toColourspace('b-w') : scaled
  return finish(coloured.jpeg({ quality: reportImageQuality }))
}

/** Encodes a small picture of a file, without metadata. */
export async function encodeThumbnail(bytes: Uint8Array): Promise<EncodedPicture> {
  const image = await open(bytes, attachedSignatures)
  const scaled = image
    .flatten({ background: '#fff' })
    .resize({
      width: thumbnailSize,
      height: thumbnailSize,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .toColourspace('srgb')
  return finish(scaled.jpeg({ quality: 80 }))
}

/** Encodes a logo, without metadata; what is transparent becomes white, as the page is. */
export async function encodeLogo(bytes: Uint8Array): Promise<EncodedPicture> {
  const image = await open(bytes)
  const scaled = image
    .flatten({ background: '#fff' })
    .resize({ ...logoBox, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  return finish(scaled.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }))
}
