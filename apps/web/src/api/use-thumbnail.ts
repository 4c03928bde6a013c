import { routes } from '@talus/contract/routes'
import type { ImageId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { callForFile } from './call.ts'
import type { CallSettings } from './call.ts'
import { limitConcurrency } from './concurrency-limit.ts'
import { getImageFilesKey } from './records/keys.ts'

export type ImageFile =
  | { readonly state: 'loading' | 'unreadable'; readonly src?: undefined }
  | { readonly state: 'ready'; readonly src: string }

const unreadable = () => new Error('The image could not be read.')

/** Converts to a data URL, which needs no release, unlike an object URL. */
const toDataUrl = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(unreadable()),
    )
    reader.addEventListener('error', () => reject(unreadable()))
    reader.readAsDataURL(file)
  })

/**
 * A browser opens six connections to a server, of which one is the stream of events. A page with many
 * thumbnails leaves some for what its user does meanwhile.
 */
const inTurn = limitConcurrency(3)

/** Loads a file for an `img` element, which cannot send the token itself. */
export function useImageFile(
  queryKey: readonly unknown[],
  load: (settings: CallSettings) => Promise<Blob>,
): ImageFile {
  const { data: src, isError } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      toDataUrl(await inTurn(() => load({ signal, isQuiet: true }), signal)),
    // The pixels of an image do not change, only its record.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { showsOwnError: true },
  })
  if (src !== undefined) return { state: 'ready', src }
  return { state: isError ? 'unreadable' : 'loading' }
}

/** Loads the thumbnail of an image. */
export const useThumbnail = (imageId: ImageId, size: 128 | 256 | 512): ImageFile =>
  useImageFile([...getImageFilesKey(imageId), size], (settings) =>
    callForFile(routes.image.jpeg, { params: { id: imageId }, query: { size } }, settings),
  )
