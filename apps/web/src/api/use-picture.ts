import { routes } from '@talus/contract/routes'
import type { ImageId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { callForFile } from './call.ts'
import type { CallSettings } from './call.ts'

export type Picture =
  | { readonly state: 'loading' | 'unreadable'; readonly src?: undefined }
  | { readonly state: 'ready'; readonly src: string }

const unreadable = () => new Error('The picture could not be read.')

/** As text, which needs no letting go, unlike the address of an object. */
const addressOf = (picture: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(unreadable()),
    )
    reader.addEventListener('error', () => reject(unreadable()))
    reader.readAsDataURL(picture)
  })

/** Every picture of an image: to be asked for anew when the image is processed in another way. */
export const picturesOf = (imageId: ImageId) => ['pictures', imageId] as const

/** For an `img`, which cannot carry the token itself. */
export function usePictureFile(
  queryKey: readonly unknown[],
  load: (settings: CallSettings) => Promise<Blob>,
): Picture {
  const { data: src, isError } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => addressOf(await load({ signal, isQuiet: true })),
    // An image does not change; its row does.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { showsOwnError: true },
  })
  if (src !== undefined) return { state: 'ready', src }
  return { state: isError ? 'unreadable' : 'loading' }
}

/** The thumbnail of an image. */
export const usePicture = (imageId: ImageId, size: 128 | 256 | 512): Picture =>
  usePictureFile([...picturesOf(imageId), size], (settings) =>
    callForFile(routes.image.jpeg, { params: { id: imageId }, query: { size } }, settings),
  )
