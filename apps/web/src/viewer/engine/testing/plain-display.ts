import type { ImageDisplay } from '@talus/contract'

/** Of an image whose numbers are greys as they stand. */
export const plainDisplay: ImageDisplay = {
  frames: 1,
  samples: 1,
  bits: 16,
  isSigned: false,
  slope: 1,
  intercept: 0,
  windows: [],
  table: null,
  isInverted: false,
}
