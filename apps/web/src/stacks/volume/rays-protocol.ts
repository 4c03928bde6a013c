import type { ClippingBox, PlanePicture, SmallVolume, VolumePreset } from '@talus/volume'

export interface CastRequest {
  readonly picture: PlanePicture
  readonly preset: VolumePreset
  readonly box: ClippingBox
}

export type RaysRequest =
  | {
      readonly kind: 'open'
      readonly small: SmallVolume
      /** Modality values of the lowest and highest cell of the copy. */
      readonly range: { readonly lowest: number; readonly highest: number }
    }
  | {
      readonly kind: 'cast'
      readonly number: number
      readonly request: CastRequest
      readonly firstRow: number
      readonly endRow: number
    }

export type RaysReply =
  | { readonly number: number; readonly pixels: Uint8ClampedArray<ArrayBuffer> }
  | { readonly number: number; readonly message: string }
