import { extractFrame } from './frame-span.ts'
import { readDicomHeader } from './header.ts'
import type { DicomFile } from './read-dicom.ts'

/**
 * The header of a file followed by the bytes of one of its frames, which begin at the next multiple
 * of `frameAlignment`: see `locateSingleFrame`.
 */
export interface FrameApart {
  /** Counts from 0. */
  readonly frame: number
  readonly headBytes: number
  /** Size of the whole file. */
  readonly fileBytes: number
  readonly hasHeaders: boolean
}

/** Samples of up to four bytes are read in place if they are aligned, and copied otherwise. */
export const frameAlignment = 4

const alignFrame = (at: number) => Math.ceil(at / frameAlignment) * frameAlignment

/** Reads a file of which only the header and one frame are given. */
export function readFrameApart(bytes: Uint8Array, apart: FrameApart): DicomFile {
  const { frame: index, headBytes, fileBytes, hasHeaders } = apart
  const head = readDicomHeader(bytes.subarray(0, headBytes), fileBytes)
  const frameBytes = bytes.subarray(alignFrame(headBytes))
  const fragments = [hasHeaders ? extractFrame(frameBytes) : frameBytes]
  const isEncapsulated = head.pixelData?.length === undefined
  return { ...head, onlyFrame: { index, frame: { isEncapsulated, fragments, startBit: 0 } } }
}
