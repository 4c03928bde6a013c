import { createHash } from 'node:crypto'
import { describeImage, readDicom, readFrameApart, renderFrame } from '@talus/dicom'
import type { ImageDescription, RenderedImage } from '@talus/dicom'
import { freeBuffer } from '@talus/node-kit/buffer-pool'
import sharp from 'sharp'
import { encodePresented } from './encode-presented.ts'
import { fileFaults } from './file-faults.ts'
import { Transferred } from './protocol.ts'
import type { RenderProtocol, RenderTask, Viewport } from './render-protocol.ts'
import { answerCalls } from './worker-script.ts'

// No image is rendered twice here, and the worker pool limits the number of threads.
sharp.cache(false)
sharp.concurrency(1)

type StoredSize = Pick<ImageDescription, 'columns' | 'rows'>

/** A region in pixels of the file, in those of the rendered image, which are square. */
function scaleRegion(
  region: NonNullable<Viewport['region']>,
  { width, height }: RenderedImage,
  { columns, rows }: StoredSize,
) {
  const [across, down] = [width / columns, height / rows]
  return {
    ...region,
    left: Math.round(region.left * across),
    top: Math.round(region.top * down),
    width: Math.round(region.width * across),
    height: Math.round(region.height * down),
  }
}

function prepareImage(rendered: RenderedImage, stored: StoredSize, viewport: Viewport | undefined) {
  const { width, height, channels, data } = rendered
  const raw = sharp(data, { raw: { width, height, channels } })
  const image = channels === 1 ? raw.toColourspace('b-w') : raw
  if (!viewport) return image
  if (viewport.region) {
    const region = scaleRegion(viewport.region, rendered, stored)
    // The region is clipped to the image.
    const left = Math.min(Math.max(0, region.left), width - 1)
    const top = Math.min(Math.max(0, region.top), height - 1)
    image.extract({
      left,
      top,
      width: Math.max(1, Math.min(region.width, width - left)),
      height: Math.max(1, Math.min(region.height, height - top)),
    })
    if (region.isMirrored) image.flop()
    if (region.isUpsideDown) image.flip()
  }
  return image.resize({ width: viewport.width, height: viewport.height, fit: 'inside' })
}

async function encode(
  rendered: RenderedImage,
  stored: StoredSize,
  { quality, format, viewport, longestEdge }: RenderTask,
) {
  const image = prepareImage(rendered, stored, viewport)
  // Optimising the Huffman tables takes as long as all the rest. Only thumbnails, which are cached,
  // are worth it; a user waits for a full-size image.
  const optimiseCoding = longestEdge !== undefined
  const encoded =
    format === 'png'
      ? image.png()
      : image.jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding })
  // A copy, because the buffer of the library cannot be transferred.
  return new Uint8Array(await encoded.toBuffer())
}

/** Reused for every image: each is encoded before the next one is rendered. */
let displayBuffer = new Uint8Array(0)
const keptBytesMax = 32 * 1024 * 1024

function getDisplayBuffer(byteLength: number) {
  if (byteLength > keptBytesMax) return new Uint8Array(byteLength)
  if (displayBuffer.byteLength < byteLength) displayBuffer = new Uint8Array(byteLength)
  return displayBuffer.subarray(0, byteLength)
}

const hasExpectedHash = ({ bytes, sha256 }: RenderTask) =>
  sha256 === undefined || createHash('sha256').update(bytes).digest('hex') === sha256

answerCalls<RenderProtocol>(
  {
    render: async (task) => {
      const { bytes, apart, frame, longestEdge, window, voiLut, isInverted } = task
      const file = apart ? readFrameApart(bytes, apart) : readDicom(bytes)
      const stored = describeImage(file.dataSet)
      const options = { frame, longestEdge, window, voiLut, isInverted, getDisplayBuffer }
      const rendered = await renderFrame(file, options)
      // The largest frame would take the memory of three while it waits for the garbage collector.
      if (apart && rendered.data.buffer !== bytes.buffer) freeBuffer(bytes)
      const { presented, viewport, quality } = task
      const encoding = presented
        ? encodePresented(rendered, stored, presented, { width: viewport?.width, quality })
        : encode(rendered, stored, task)
      // Hashed here while sharp encodes the image in its own threads.
      const isExpected = hasExpectedHash(task)
      const image = await encoding
      return isExpected ? new Transferred(image, [image.buffer]) : undefined
    },
  },
  fileFaults,
)
