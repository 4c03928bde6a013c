import { createHash } from 'node:crypto'
import { renderDicom } from '@talus/dicom'
import type { Picture } from '@talus/dicom'
import sharp from 'sharp'
import { answerTasks } from './dicom-answers.ts'
import type { PictureTask, Viewport } from './picture-messages.ts'

// A picture is never asked for twice here, and the threads of the server are counted by its pool.
sharp.cache(false)
sharp.concurrency(1)

type Asked = PictureTask & { readonly bytes: Uint8Array }

function shown({ width, height, channels, data }: Picture, viewport: Viewport | undefined) {
  const raw = sharp(data, { raw: { width, height, channels } })
  const picture = channels === 1 ? raw.toColourspace('b-w') : raw
  if (!viewport) return picture
  const { region } = viewport
  if (region) {
    // What lies outside the image is not there.
    const left = Math.min(Math.max(0, region.left), width - 1)
    const top = Math.min(Math.max(0, region.top), height - 1)
    picture.extract({
      left,
      top,
      width: Math.max(1, Math.min(region.width, width - left)),
      height: Math.max(1, Math.min(region.height, height - top)),
    })
    if (region.isMirrored) picture.flop()
    if (region.isUpsideDown) picture.flip()
  }
  return picture.resize({ width: viewport.width, height: viewport.height, fit: 'inside' })
}

async function encode(picture: Picture, { quality, format, viewport, longestEdge }: Asked) {
  const image = shown(picture, viewport)
  // Looking for the shortest code takes as long as all the rest. A thumbnail is kept and worth it; a
  // picture of full size is waited for.
  const optimiseCoding = longestEdge !== undefined
  const encoded =
    format === 'png'
      ? image.png()
      : image.jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding })
  // A copy, because what the library gives cannot be handed over.
  return new Uint8Array(await encoded.toBuffer())
}

/** One picture is made after the other, and each is encoded before the next is begun. */
let greys = new Uint8Array(0)
const keptGreysMax = 32 * 1024 * 1024

function memoryFor(byteLength: number) {
  if (byteLength > keptGreysMax) return new Uint8Array(byteLength)
  if (greys.byteLength < byteLength) greys = new Uint8Array(byteLength)
  return greys.subarray(0, byteLength)
}

const isAsStored = ({ bytes, sha256 }: Asked) =>
  sha256 === undefined || createHash('sha256').update(bytes).digest('hex') === sha256

answerTasks(
  async (task: Asked) => {
    const { bytes, frame, longestEdge, window } = task
    const encoding = encode(
      await renderDicom(bytes, { frame, longestEdge, window, memoryFor }),
      task,
    )
    // Here, while the picture is encoded in other threads.
    const isShown = isAsStored(task)
    const picture = await encoding
    return isShown ? picture : undefined
  },
  (picture) => (picture ? [picture.buffer] : []),
)
