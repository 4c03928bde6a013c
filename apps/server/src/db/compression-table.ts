import type { ClinicId, ImageId, Instant } from '@talus/contract'

/** How the stored file of an image was compressed after it had been received. */
export interface ImageCompressionTable {
  imageId: ImageId
  clinicId: ClinicId
  /** `left`: compressing it is not possible, or saves too little. */
  state: 'running' | 'done' | 'left'
  /** The hash of the file to which the state belongs. */
  sha256: string
  /** The compressed file while it is written. */
  newPath: string | null
  /** The received file, until it is removed. */
  formerPath: string | null
  formerBytes: number | null
  /** The hash of the decoded pixels, the same before and after. */
  pixelSha256: string | null
  changedOn: Instant
}
