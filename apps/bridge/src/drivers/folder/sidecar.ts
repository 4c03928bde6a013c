import { ExposureTechnique } from '@talus/contract'
import { z } from 'zod'
import { UnreadableFileError } from './unreadable-file-error.ts'

/**
 * The description `image.json` beside `image.raw` (required), `image.png` or `image.tif`
 * (optional).
 */
const Sidecar = z.object({
  width: z.int().positive().max(20_000).optional(),
  height: z.int().positive().max(20_000).optional(),
  bits: z.int().min(8).max(16).default(16),
  /** Millimetres from pixel to pixel on the detector. */
  pitch: z.number().positive().max(10).optional(),
  byteOrder: z.enum(['little', 'big']).default('little'),
  /** Bytes before the first pixel. */
  headerBytes: z.int().nonnegative().max(1_000_000).default(0),
  technique: ExposureTechnique.optional(),
  calibration: z.json().default(null),
})
export type Sidecar = z.output<typeof Sidecar>

export function readSidecar(text: string): Sidecar {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnreadableFileError('The description beside the image is not JSON')
  }
  const parsed = Sidecar.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new UnreadableFileError(
    `The description beside the image: ${issue?.path.join('.')} ${issue?.message}`,
  )
}
