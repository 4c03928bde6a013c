import type { ImageDisplay } from '@talus/contract'

/** Display parameters of an image whose stored values are grey levels. */
export const plainDisplay: ImageDisplay = {
  frames: 1,
  samples: 1,
  bits: 16,
  isSigned: false,
  slope: 1,
  intercept: 0,
  windows: [],
  tables: [],
  isInverted: false,
}
