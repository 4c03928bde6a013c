import { refuse } from '@talus/contract'
import type { VoiWindow } from '@talus/dicom'
import type { Viewport } from '../../../workers/index.ts'
import { covers } from '../accept.ts'
import type { AcceptedType } from '../accept.ts'
import type { Query } from '../query.ts'

/** The requested rendering (PS3.18 8.3.5). */
export interface Rendering {
  readonly format: 'jpeg' | 'png'
  readonly quality: number
  readonly window: VoiWindow | undefined
  readonly viewport: Viewport | undefined
}

const edgeMax = 8192
const defaultQuality = 90

function parseNumbers(text: string): readonly number[] {
  const parts = text.split(',').map((part) => part.trim())
  const isNumber = (part: string) => /^-?\d{1,7}(?:\.\d{1,9})?$/u.test(part)
  return parts.every(isNumber) ? parts.map(Number) : refuse('request/malformed')
}

const functions = {
  linear: 'LINEAR',
  'linear-exact': 'LINEAR_EXACT',
  sigmoid: 'SIGMOID',
} as const
const isFunction = (name: string): name is keyof typeof functions => Object.hasOwn(functions, name)

/** Parses `center,width,function`. */
function parseWindow(text: string | undefined): VoiWindow | undefined {
  if (text === undefined) return undefined
  const [, numbers = '', name = 'linear'] =
    /^([^,]+,[^,]+)(?:,([a-z-]+))?$/iu.exec(text) ?? refuse('request/malformed')
  const [center = 0, width = 0] = parseNumbers(numbers)
  const shape = name.toLowerCase()
  if (!isFunction(shape)) refuse('request/malformed')
  if (width <= 0 || (shape === 'linear' && width < 1)) refuse('request/malformed')
  return { center, width, function: functions[shape] }
}

/**
 * Parses `width,height`, optionally with the region of the image `left,top,width,height`; a
 * negative size mirrors it.
 */
function parseViewport(text: string | undefined): Viewport | undefined {
  if (text === undefined) return undefined
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length !== 2 && parts.length !== 6) refuse('request/malformed')
  const [width = 0, height = 0] = parseNumbers(parts.slice(0, 2).join(',')).map(Math.round)
  const isSize = (edge: number) => edge >= 1 && edge <= edgeMax
  if (!isSize(width) || !isSize(height)) refuse('request/malformed')
  if (parts.length === 2) return { width, height }
  // Left and top may be empty, which is 0.
  const coordinates = parts.slice(2).map((part, at) => (part === '' && at < 2 ? '0' : part))
  const [left = 0, top = 0, across = 0, down = 0] = parseNumbers(coordinates.join(',')).map(
    Math.round,
  )
  if (left < 0 || top < 0 || across === 0 || down === 0) refuse('request/malformed')
  return {
    width,
    height,
    region: {
      left,
      top,
      width: Math.abs(across),
      height: Math.abs(down),
      isMirrored: across < 0,
      isUpsideDown: down < 0,
    },
  }
}

function parseQuality(text: string | undefined): number {
  if (text === undefined) return defaultQuality
  const quality = /^\d{1,3}$/u.test(text) ? Number(text) : 0
  return quality >= 1 && quality <= 100 ? quality : refuse('request/malformed')
}

export function chooseFormat(accepted: readonly AcceptedType[]): Rendering['format'] {
  for (const range of accepted) {
    if (covers(range, 'image/jpeg')) return 'jpeg'
    if (covers(range, 'image/png')) return 'png'
  }
  return refuse('web/not-acceptable')
}

export const parseRendering = (query: Query, accepted: readonly AcceptedType[]): Rendering => ({
  format: chooseFormat(accepted),
  quality: parseQuality(query.one('quality')),
  window: parseWindow(query.one('window')),
  viewport: parseViewport(query.one('viewport')),
})
