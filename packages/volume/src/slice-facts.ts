import type { ImageId, Vector } from '@talus/contract'

/**
 * The attributes of one slice that decide to which stack it belongs, where it lies and what its
 * values mean. A slice is an image, or one frame of a multi-frame image; the values of a frame come
 * from the per-frame functional groups first, then from the shared ones, then from the header.
 */
export interface SliceFacts {
  readonly imageId: ImageId
  /** Counted from 1. */
  readonly frame: number
  readonly sopInstanceUID: string
  readonly seriesInstanceUID: string
  readonly seriesNumber: number | null
  readonly seriesDescription: string
  readonly modality: string
  readonly bodyPart: string
  readonly imageType: readonly string[]
  readonly frameOfReferenceUID: string
  readonly patientPosition: string
  readonly anatomicalOrientationType: string
  readonly rows: number
  readonly columns: number
  /** Distance of rows, distance of columns, in millimetres. */
  readonly spacing: readonly [number, number] | null
  readonly orientation: { readonly row: Vector; readonly column: Vector } | null
  readonly position: Vector | null
  readonly thickness: number | null
  readonly samples: 1 | 3
  readonly photometric: string
  readonly bitsAllocated: number
  readonly bitsStored: number
  readonly isSigned: boolean
  /** Pixel data of 32 or 64 bits in floating point. */
  readonly isFloat: boolean
  readonly isLossy: boolean
  readonly slope: number
  readonly intercept: number
  readonly rescaleType: string
  /** Slices that were stored by an earlier version have none. */
  readonly realWorld?:
    | { readonly slope: number; readonly intercept: number; readonly unit: string }
    | null
    | undefined
  /** Units (0054,1001) of a PET series. */
  readonly units: string
  readonly window: { readonly center: number; readonly width: number } | null
  /** Lowest and highest stored value that is padding. */
  readonly padding: readonly [number, number] | null
  readonly instanceNumber: number | null
  readonly temporalPosition: number | null
  readonly echo: number | null
  readonly acquisitionNumber: number | null
  readonly bValue: number | null
  readonly triggerTime: number | null
  readonly contentTime: string
}
