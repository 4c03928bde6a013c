import type { Species } from '@talus/contract'
import { FrameMismatch } from '@talus/imaging/processing'
import { defineErrorCodec } from './protocol.ts'
import type { Call } from './protocol.ts'

/** A frame without its detector counts, which are the bytes beside it. */
export interface FrameDescription {
  readonly id: string | undefined
  readonly width: number
  readonly height: number
  readonly bits: number
  /** The rows that arrived, if the frame is incomplete. */
  readonly receivedRows: number | undefined
  /** As received from the bridge. */
  readonly calibration: unknown
  readonly species: Species
  readonly bodyPart: string
  readonly preset: string | undefined
}

interface FramePayload {
  readonly frame: FrameDescription
  readonly bytes: Uint8Array
  readonly cacheFolder: string | undefined
}

interface WarmPayload {
  readonly panel:
    | { readonly width: number; readonly height: number; readonly calibration: unknown }
    | undefined
  readonly cacheFolder: string | undefined
}

/** A note is logged: incomplete calibration data does not prevent an image. */
interface Note {
  readonly note: string
}

/** The calls of the process pool. */
export interface ProcessProtocol {
  readonly calls: {
    readonly process: Call<
      FramePayload & { readonly withPreview: boolean },
      ProcessedFrame,
      Note | { readonly preview: FramePreview }
    >
    readonly renderJpeg: Call<FramePayload & { readonly longestEdge: number }, Uint8Array, Note>
    /** Prepares for the next frame of this panel, or of the last used ones. */
    readonly warm: Call<WarmPayload, undefined, Note>
  }
}

/** The counts do not match the frame. */
export const frameMismatches = defineErrorCodec({
  pack: (error) => (error instanceof FrameMismatch ? { message: error.message } : undefined),
  unpack: ({ message }) => new FrameMismatch(message),
})

/** Shown before the whole image is processed. */
export interface FramePreview {
  readonly jpeg: Uint8Array
  readonly exposureIndex: number | null
  readonly deviationIndex: number | null
  readonly saturatedShare: number
}

export interface ProcessedFrame {
  readonly rows: number
  readonly columns: number
  /** Position of the image in the frame: the collimated border is cropped. */
  readonly origin: { readonly x: number; readonly y: number }
  readonly bitsStored: number
  /** 16 bit little endian, MONOCHROME2. */
  readonly pixels: Uint8Array
  /** PS3.3 C.11.2.1.3.1: window of a sigmoid VOI LUT function. */
  readonly window: { readonly center: number; readonly width: number }
  readonly preset: string
  readonly exposureIndex: number | null
  readonly targetExposureIndex: number | null
  readonly deviationIndex: number | null
  readonly saturatedShare: number
}
