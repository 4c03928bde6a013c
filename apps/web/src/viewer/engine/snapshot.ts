import type { Camera } from './camera.ts'
import { createRenderer } from './choose-renderer.ts'
import { drawPicture } from './draw-picture.ts'
import type { Picture } from './picture.ts'
import { canvasSize } from './placement.ts'

/** What a picture needs of its own: it is read without the page and its style sheets. */
const drawn = [
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

/** An SVG of the page with its looks written into it. */
export function standaloneSvg(
  svg: SVGSVGElement,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const copy = svg.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) throw new Error('not an SVG')
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [at, original] of [svg, ...svg.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(original)
    const looks = drawn.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';')
    copies[at]?.setAttribute('style', looks)
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

/** As dark as on the screen around it. */
const surround = '#0b0e11'

/**
 * What a cell shows, as a file: the image as it is windowed, turned and cropped now, and the drawings if
 * an SVG of the cell's size is given. The stored image is not touched.
 */
export async function snapshot(
  picture: Picture,
  camera: Camera,
  settings: {
    readonly drawings?: string | undefined
    readonly type: 'image/png' | 'image/jpeg'
    /** Pixels of the picture for one of the screen. */
    readonly ratio: number
  },
): Promise<Blob> {
  const { drawings, type, ratio } = settings
  const canvas = document.createElement('canvas')
  Object.assign(canvas, canvasSize(camera, ratio))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  drawPicture(context, createRenderer(), picture, camera, ratio)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = surround
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.globalCompositeOperation = 'source-over'
  if (drawings !== undefined) await drawSvg(context, drawings)
  return new Promise((resolve, reject) => {
    const made = (file: Blob | null) =>
      file ? resolve(file) : reject(new Error('the picture is too large'))
    canvas.toBlob(made, type, 0.92)
  })
}
