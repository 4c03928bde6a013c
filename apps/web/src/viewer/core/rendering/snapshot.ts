import type { Camera } from '../camera/camera.ts'
import { createRenderer } from './choose-renderer.ts'
import { drawLoadedImage } from './draw-image.ts'
import type { ShownImage } from './draw-image.ts'
import { getCanvasSize } from '../camera/placement.ts'

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

/** Serializes an SVG of the page with its computed styles inlined. */
export function inlineSvgStyles(
  svg: SVGSVGElement,
  { width, height }: { readonly width: number; readonly height: number },
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

/**
 * Renders a viewport to a file: the image with its current window, rotation and crop, and the
 * drawings if an SVG of the viewport's size is given. The stored image is not changed.
 */
export async function renderSnapshot(
  shown: ShownImage,
  camera: Camera,
  settings: {
    readonly drawings?: string | undefined
    readonly type: 'image/png' | 'image/jpeg'
    /** Pixels of the snapshot per CSS pixel. */
    readonly ratio: number
  },
): Promise<Blob> {
  const { drawings, type, ratio } = settings
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
  return new Promise((resolve, reject) => {
    const onBlob = (file: Blob | null) =>
      file ? resolve(file) : reject(new Error('the picture is too large'))
    canvas.toBlob(onBlob, type, 0.92)
  })
}
