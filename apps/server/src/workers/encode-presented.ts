import { createRequire } from 'node:module'
import type { Point } from '@talus/contract'
import type { ImageDescription, RenderedImage } from '@talus/dicom'
import type { Mark } from '@talus/measurements'
import { interFiles } from '@talus/report/fonts'
import sharp from 'sharp'
import type { OverlayOptions } from 'sharp'
import type { PresentedView } from './render-protocol.ts'

type StoredSize = Pick<ImageDescription, 'columns' | 'rows'>
type ToPicture = (point: Point) => Point

/** As the viewer draws. */
const ink = '#ffd75e'
const shadow = '#05080a'
const labelHeight = 14
const labelGap = 8
const labelPadding = 4
const ringPoints = 48
const arrowBarb = 12

/** The crop in pixels of the rendered image, which are square; clipped to the image. */
function findArea(rendered: RenderedImage, stored: StoredSize, crop: PresentedView['crop']) {
  const { width, height } = rendered
  if (!crop) return { left: 0, top: 0, width, height }
  const [across, down] = [width / stored.columns, height / stored.rows]
  const clip = (value: number, end: number) => Math.min(Math.max(0, Math.round(value)), end)
  const { start, end } = crop
  const left = clip(Math.min(start.x, end.x) * across, width - 1)
  const top = clip(Math.min(start.y, end.y) * down, height - 1)
  const right = clip(Math.max(start.x, end.x) * across, width)
  const bottom = clip(Math.max(start.y, end.y) * down, height)
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

/** Cuts, mirrors and turns in three steps: within one, sharp would choose another order. */
async function turn(
  { width, height, channels, data }: RenderedImage,
  area: ReturnType<typeof findArea>,
  { isMirrored, isUpsideDown, degrees }: PresentedView,
) {
  const cut = await sharp(data, { raw: { width, height, channels } })
    .extract(area)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const mirrored = sharp(cut.data, { raw: cut.info })
  if (isMirrored) mirrored.flop()
  if (isUpsideDown) mirrored.flip()
  const upright = await mirrored.raw().toBuffer({ resolveWithObject: true })
  return sharp(upright.data, { raw: upright.info })
    .rotate(degrees, { background: '#000' })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

const toPath = (points: readonly Point[], isClosed = false) =>
  points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('') + (isClosed ? 'Z' : '')

function createMarkPath(mark: Mark, on: ToPicture): string {
  switch (mark.kind) {
    case 'line':
      return toPath([on(mark.from), on(mark.to)])
    case 'arrow': {
      const [from, to] = [on(mark.from), on(mark.to)]
      const angle = Math.atan2(to.y - from.y, to.x - from.x)
      const [one, other] = [0.45, -0.45].map((turned) => ({
        x: to.x - arrowBarb * Math.cos(angle + turned),
        y: to.y - arrowBarb * Math.sin(angle + turned),
      }))
      return toPath([from, to]) + (one && other ? toPath([one, to, other]) : '')
    }
    case 'ellipse': {
      const { centre, radiusX, radiusY } = mark
      const ring = Array.from({ length: ringPoints }, (_, index) => {
        const angle = (index / ringPoints) * 2 * Math.PI
        return { x: centre.x + radiusX * Math.cos(angle), y: centre.y + radiusY * Math.sin(angle) }
      })
      return toPath(ring.map(on), true)
    }
    case 'rectangle': {
      const { from, to } = mark
      return toPath([from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }].map(on), true)
    }
    case 'path':
      return toPath(mark.points.map(on))
    case 'cross': {
      const { x, y } = on(mark.at)
      return `M${x - 6} ${y}L${x + 6} ${y}M${x} ${y - 6}L${x} ${y + 6}`
    }
  }
}

/** Bright lines with a dark outline, visible on bone and on air. */
function drawMarks(marks: readonly Mark[], on: ToPicture, width: number, height: number): Buffer {
  const paths = marks.map((mark) => {
    const shared = `d="${createMarkPath(mark, on)}" fill="none" stroke-linecap="round" stroke-linejoin="round"`
    const dashes = mark.kind === 'line' && mark.isDashed ? ' stroke-dasharray="5 4"' : ''
    return (
      `<path ${shared} stroke="${shadow}" stroke-opacity="0.65" stroke-width="4"/>` +
      `<path ${shared} stroke="${ink}" stroke-width="1.6"${dashes}/>`
    )
  })
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${paths.join('')}</svg>`,
  )
}

const { resolve } = createRequire(import.meta.url)
const escapeMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A label on a dark ground; the font comes with the product, because a server may have none. */
async function drawLabel(
  { at, lines }: PresentedView['labels'][number],
  on: ToPicture,
  picture: { readonly width: number; readonly height: number },
): Promise<OverlayOptions | undefined> {
  const text = lines.map(escapeMarkup).join('\n')
  if (text.trim() === '') return undefined
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${ink}">${text}</span>`,
      font: `Inter ${labelHeight}px`,
      fontfile: resolve(interFiles.regular),
      rgba: true,
      width: Math.max(1, picture.width - 2 * labelPadding),
    },
  })
    .extend({
      top: labelPadding,
      bottom: labelPadding,
      left: labelPadding,
      right: labelPadding,
      background: { r: 5, g: 8, b: 10, alpha: 0 },
    })
    .flatten({ background: shadow })
    .png()
    .toBuffer({ resolveWithObject: true })
  // A picture that is smaller than its label cannot show it.
  if (info.width > picture.width || info.height > picture.height) return undefined
  const { x, y } = on(at)
  const within = (value: number, end: number) => Math.min(Math.max(0, Math.round(value)), end)
  return {
    input: data,
    left: within(x + labelGap, picture.width - info.width),
    top: within(y - labelGap - info.height, picture.height - info.height),
  }
}

/** Encodes an image as the viewer left it: cropped, mirrored and turned, with its drawings. */
export async function encodePresented(
  rendered: RenderedImage,
  stored: StoredSize,
  view: PresentedView,
  { width: widthMax, quality }: { readonly width: number | undefined; readonly quality: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const area = findArea(rendered, stored, view.crop)
  const turned = await turn(rendered, area, view)
  const width = Math.min(widthMax ?? turned.info.width, turned.info.width)
  const scale = width / turned.info.width
  const height = Math.max(1, Math.round(turned.info.height * scale))
  const angle = (view.degrees * Math.PI) / 180
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const on: ToPicture = (point) => {
    const x = (point.x * rendered.width) / stored.columns - area.left - area.width / 2
    const y = (point.y * rendered.height) / stored.rows - area.top - area.height / 2
    const [across, down] = [view.isMirrored ? -x : x, view.isUpsideDown ? -y : y]
    return {
      x: (across * cosine - down * sine + turned.info.width / 2) * scale,
      y: (across * sine + down * cosine + turned.info.height / 2) * scale,
    }
  }
  const scaled = sharp(turned.data, { raw: turned.info }).resize({ width, height, fit: 'fill' })
  const overlays: OverlayOptions[] = []
  if (view.marks.length > 0) overlays.push({ input: drawMarks(view.marks, on, width, height) })
  for (const label of view.labels) {
    const drawn = await drawLabel(label, on, { width, height })
    if (drawn) overlays.push(drawn)
  }
  const isGrey = rendered.channels === 1 && overlays.length === 0
  const picture =
    overlays.length === 0
      ? scaled
      : sharp(await scaled.toColourspace('srgb').png({ compressionLevel: 0 }).toBuffer()).composite(
          overlays,
        )
  const coloured = isGrey ? picture.toColourspace('b-w') : picture.removeAlpha()
  // A copy, because the buffer of the library cannot be transferred.
  return new Uint8Array(await coloured.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer())
}
