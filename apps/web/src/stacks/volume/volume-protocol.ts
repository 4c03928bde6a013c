import type { Stack } from '@talus/contract'
import type { PlanePicture, Slab, SmallVolume } from '@talus/volume'
import type { ColourPixels, ImageLevel } from '../../viewer/core/loading/pixels.ts'

/** How the worker requests slices; the page has the token. */
export interface SliceRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface PlaneRequest {
  readonly picture: PlanePicture
  readonly slab: Slab
}

export type VolumeRequest =
  | {
      readonly kind: 'open'
      readonly stack: Stack
      readonly phase: number
      readonly all: SliceRequest
    }
  /** Requests the slices again after the stream broke; those that are there stay. */
  | { readonly kind: 'resume'; readonly all: SliceRequest }
  /** Answered when the slice is loaded; `nearby` requests it with its neighbours if it is not. */
  | { readonly kind: 'slice'; readonly index: number; readonly nearby: SliceRequest }
  /** Answered at once, with null if the slice is not loaded. */
  | { readonly kind: 'prefetch'; readonly index: number }
  | { readonly kind: 'plane'; readonly number: number; readonly request: PlaneRequest }
  /** The copy of 8 bits from which the 3D view is computed. */
  | { readonly kind: 'shrink'; readonly number: number }
  /** Ends the worker; the slices of the page are transferred with it. */
  | { readonly kind: 'close' }

/** Pixels of a slice or a plane, with the extremes that the window needs. */
export interface GreyReply {
  readonly levels: readonly ImageLevel[]
  readonly lowest: number
  readonly highest: number
  /** Set if there are cells that are no measurement, below it. */
  readonly lowestMeasured: number | undefined
}

/** Null instead: the server could not read the slice, or a prefetched one is not loaded. */
export type SliceReply = (GreyReply & { readonly kind: 'grey' }) | ColourPixels

export type VolumeReply =
  | { readonly kind: 'progress'; readonly loaded: number; readonly failed: readonly number[] }
  | { readonly kind: 'done' }
  | { readonly kind: 'slice'; readonly index: number; readonly pixels: SliceReply | null }
  | { readonly kind: 'plane'; readonly number: number; readonly pixels: GreyReply }
  | {
      readonly kind: 'shrunk'
      readonly number: number
      readonly copy: SmallVolume
    }
  | { readonly kind: 'failed'; readonly number: number; readonly message: string }
  /** The stream has ended before all slices were received. */
  | {
      readonly kind: 'fault'
      /** The HTTP status, 0 without a response, undefined if the browser failed. */
      readonly status: number | undefined
      readonly message: string
      readonly isMemory: boolean
    }
