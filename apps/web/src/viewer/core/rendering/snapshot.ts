import type { Camera, Rectangle } from '../camera/camera.ts'
import { createRenderer } from './choose-renderer.ts'
import { drawLoadedImage } from './draw-image.ts'
import type { ShownImage } from './draw-image.ts'
import { computePlacement, getCanvasSize } from '../camera/placement.ts'
import type { Placement } from '../camera/placement.ts'
import { enlargeText } from './printed-text.ts'

/** Style properties to inline: the exported SVG is rendered without the page's style sheets. */
const styleProperties = [
  'display',
  'fill',
  'fill-opacity',
  'font-family',
  'font-size',
  'font-weight',
  'opacity',
  'paint-order',
  'stroke',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
  'dominant-baseline',
  'vector-effect',
  'visibility',
] as const

/** The part of the viewport that drawings cover once their texts have a least size. */
export function findDrawnBox(
  svg: SVGSVGElement,
  viewport: { readonly width: number; readonly height: number },
  leastTextSize: number,
): DOMRect {
  const drawn = svg.getBBox()
  const texts = [...svg.querySelectorAll('text')].map((text) =>
    enlargeText(describeText(text), leastTextSize, viewport),
  )
  const left = Math.min(drawn.x, ...texts.map(({ x }) => x))
  const top = Math.min(drawn.y, ...texts.map(({ y }) => y))
  const right = Math.max(drawn.x + drawn.width, ...texts.map(({ x, width }) => x + width))
  const bottom = Math.max(drawn.y + drawn.height, ...texts.map(({ y, height }) => y + height))
  return new DOMRect(left, top, right - left, bottom - top)
}

const describeText = (text: SVGTextElement) => {
  const style = getComputedStyle(text)
  const { x, y, width, height } = text.getBBox()
  return {
    // A plain object: the properties of a DOMRect are getters, which a spread leaves out.
    box: { x, y, width, height },
    size: Number.parseFloat(style.fontSize),
    isCentred: style.textAnchor === 'middle',
  }
}

/**
 * Serializes an SVG of the page with its computed styles inlined, and its texts enlarged to a least
 * size.
 */
export function inlineSvgStyles(
  svg: SVGSVGElement,
  { width, height }: { readonly width: number; readonly height: number },
  leastTextSize = 0,
): string {
  const copy = svg.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) throw new Error('not an SVG')
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [at, original] of [svg, ...svg.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(original)
    const inlined = styleProperties
      .map((name) => `${name}:${style.getPropertyValue(name)}`)
      .join(';')
    copies[at]?.setAttribute('style', inlined)
    if (original instanceof SVGTextElement) {
      const text = describeText(original)
      const { x, y, factor } = enlargeText(text, leastTextSize, { width, height })
      if (factor > 1)
        copies[at]?.setAttribute(
          'transform',
          `translate(${x - text.box.x * factor} ${y - text.box.y * factor}) scale(${factor})`,
        )
    }
  }
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return new XMLSerializer().serializeToString(copy)
}

async function drawSvg(context: CanvasRenderingContext2D, svg: string) {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    context.drawImage(image, 0, 0, context.canvas.width, context.canvas.height)
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Background colour of the viewer. */
const background = '#0b0e11'

/** Height of a line of the caption in CSS pixels, and the space around the lines. */
const captionLine = 22
const captionSpace = 8

/** Writes a notice on the image itself, where it stays if the caption is cut off. */
function drawNotice(context: CanvasRenderingContext2D, text: string, ratio: number) {
  const [space, height] = [8 * ratio, 26 * ratio]
  context.font = `600 ${Math.round(15 * ratio)}px Inter, sans-serif`
  const width = Math.min(
    context.measureText(text).width + 2 * space,
    context.canvas.width - 2 * space,
  )
  context.fillStyle = '#f7cd7b'
  context.fillRect(space, space, width, height)
  context.fillStyle = '#1d1503'
  context.textBaseline = 'middle'
  context.fillText(text, 2 * space, space + height / 2, width - 2 * space)
}

/** Copies a part of a canvas, with lines of text on a black band below it. */
function cutOut(
  from: HTMLCanvasElement,
  area: Placement,
  {
    caption,
    notice,
  }: { readonly caption: readonly string[]; readonly notice?: string | undefined },
  ratio: number,
) {
  const band = caption.length === 0 ? 0 : caption.length * captionLine + 2 * captionSpace
  const canvas = document.createElement('canvas')
  canvas.width = area.width
  canvas.height = area.height + Math.round(band * ratio)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#000'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const { left, top, width, height } = area
  context.drawImage(from, left, top, width, height, 0, 0, width, height)
  if (notice !== undefined) drawNotice(context, notice, ratio)
  context.fillStyle = '#fff'
  context.textBaseline = 'middle'
  for (const [index, line] of caption.entries()) {
    context.font = `${index === 0 ? 600 : 400} ${Math.round(15 * ratio)}px Inter, sans-serif`
    const y = height + (captionSpace + (index + 0.5) * captionLine) * ratio
    // A narrow image gets narrower letters: a name that is cut off is no name.
    context.fillText(line, captionSpace * ratio, y, canvas.width - 2 * captionSpace * ratio)
  }
  return canvas
}

/** The part of the canvas with the image and, in CSS pixels, the drawings beyond its edge. */
function findArea(camera: Camera, ratio: number, drawn: DOMRect | undefined): Placement {
  const canvas = getCanvasSize(camera, ratio)
  const image = computePlacement(camera, ratio) ?? { left: 0, top: 0, ...canvas }
  if (!drawn || drawn.width === 0 || drawn.height === 0) return image
  const within = (value: number, end: number) => Math.min(end, Math.max(0, Math.round(value)))
  const left = Math.min(image.left, within((drawn.x - 4) * ratio, canvas.width))
  const top = Math.min(image.top, within((drawn.y - 4) * ratio, canvas.height))
  const right = within((drawn.x + drawn.width + 4) * ratio, canvas.width)
  const bottom = within((drawn.y + drawn.height + 4) * ratio, canvas.height)
  return {
    left,
    top,
    width: Math.max(image.left + image.width, right) - left,
    height: Math.max(image.top + image.height, bottom) - top,
  }
}

const toPlacement = ({ left, top, width, height }: Rectangle, ratio: number): Placement => ({
  left: Math.round(left * ratio),
  top: Math.round(top * ratio),
  width: Math.max(1, Math.round(width * ratio)),
  height: Math.max(1, Math.round(height * ratio)),
})

export interface Snapshot {
  readonly file: Blob
  /** Width of the picture without its caption, in CSS pixels of the viewport. */
  readonly width: number
  readonly height: number
}

/**
 * Renders a viewport to a file: the image with its current window, rotation and crop, and the
 * drawings if an SVG of the viewport's size is given; without the empty margins beside the image.
 * The stored image is not changed.
 */
export async function renderSnapshot(
  shown: ShownImage,
  camera: Camera,
  settings: {
    readonly drawings?: string | undefined
    /** The part of the viewport that the drawings cover. */
    readonly drawn?: DOMRect | undefined
    /** Only this part of the viewport, in CSS pixels; by default the image and its drawings. */
    readonly area?: Rectangle | undefined
    /** Lines below the image. */
    readonly caption: readonly string[]
    /** Text on the image, such as that it is mirrored. */
    readonly notice?: string | undefined
    readonly type: 'image/png' | 'image/jpeg'
    /** Pixels of the snapshot per CSS pixel. */
    readonly ratio: number
  },
): Promise<Snapshot> {
  const { drawings, drawn, type, ratio } = settings
  const canvas = document.createElement('canvas')
  Object.assign(canvas, getCanvasSize(camera, ratio))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  drawLoadedImage(context, createRenderer(), shown, camera, ratio)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = background
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.globalCompositeOperation = 'source-over'
  if (drawings !== undefined) await drawSvg(context, drawings)
  const area = settings.area
    ? toPlacement(settings.area, ratio)
    : findArea(camera, ratio, drawings === undefined ? undefined : drawn)
  const picture = cutOut(canvas, area, settings, ratio)
  const file = await new Promise<Blob>((resolve, reject) => {
    const onBlob = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('the picture is too large'))
    picture.toBlob(onBlob, type, 0.92)
  })
  return { file, width: area.width / ratio, height: area.height / ratio }
}
