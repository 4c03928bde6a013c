import { plainViewport } from '@talus/contract'
import type { ImageState } from '../model.ts'

export const untouched: ImageState = {
  viewport: plainViewport,
  crop: undefined,
  drawings: [],
  calibration: undefined,
}
