import type { ImageMetadata, PresentationState } from '@talus/contract'
import type { LoadedImage } from '../loading/image-loader.ts'
import type { LoadedPresentation } from '../store/presented-views.ts'
import { createWindow } from './window.ts'

/** Values wider than this are sent in steps, whose size only the metadata knows. */
const sentBits = 16

/** Without a window, a presentation state shows all values that the stored bits can have. */
function getFullWindow(
  { BitsStored, PixelRepresentation }: ImageMetadata,
  { modality }: PresentationState,
) {
  if ('levels' in modality) {
    const bits = Math.max(8, 32 - Math.clz32(Math.max(...modality.levels)))
    return createWindow(0, 2 ** bits - 1)
  }
  const lowest = PixelRepresentation === 1 ? -(2 ** (BitsStored - 1)) : 0
  const ends = [lowest, lowest + 2 ** BitsStored - 1].map(
    (value) => modality.slope * value + modality.intercept,
  )
  return createWindow(Math.min(...ends), Math.max(...ends))
}

/** Whether a presentation state refers to a frame, which counts from 1. */
export const isForFrame = (frames: readonly number[] | undefined, frame: number): boolean =>
  frames === undefined || frames.includes(frame)

/**
 * The image as a presentation state shows it: its grey levels, shutter and overlays. The overlays
 * of the image stay, whichever layers the state activates: they may hold the side markers.
 */
export function presentImage(
  loaded: LoadedImage,
  presentation: LoadedPresentation | undefined,
  frame: number,
): LoadedImage {
  const { metadata } = loaded
  const display = metadata?.display
  if (!presentation || !display || !isForFrame(presentation.state.frames, frame)) return loaded
  const { state, planes } = presentation
  const { modality, windows, tables, isInverted, presentationLut } = state
  const full = { ...getFullWindow(metadata, state), function: 'LINEAR' as const, name: '' }
  const isSentInSteps = metadata.BitsStored > sentBits
  const rescale = 'levels' in modality ? { slope: 1, intercept: 0 } : modality
  return {
    ...loaded,
    metadata: {
      ...metadata,
      display: {
        ...display,
        ...(isSentInSteps ? {} : rescale),
        windows: windows.length === 0 && tables.length === 0 ? [full] : windows,
        tables,
        isInverted,
        ...(state.shutter ? { shutter: state.shutter } : {}),
      },
    },
    presented: {
      modality: 'levels' in modality ? modality : undefined,
      presentationLut,
      planes,
    },
  }
}
