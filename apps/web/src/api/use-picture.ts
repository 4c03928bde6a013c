import { routes } from '@talus/contract/routes'
import type { ImageId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { callForFile } from './call.ts'

export type Picture =
  | { readonly state: 'loading' | 'unreadable'; readonly src?: undefined }
  | { readonly state: 'ready'; readonly src: string }

const unreadable = () => new Error('The picture could not be read.')

/** As text, which needs no letting go, unlike the address of an object; thumbnails are small. */
const addressOf = (picture: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(unreadable()),
    )
    reader.addEventListener('error', () => reject(unreadable()))
    reader.readAsDataURL(picture)
  })

/** The thumbnail of an image for an `img`, which cannot carry the token itself. */
export function usePicture(imageId: ImageId, size: 128 | 256 | 512): Picture {
  const { data: src, isError } = useQuery({
    queryKey: ['pictures', imageId, size],
    queryFn: async ({ signal }) => {
      const given = { params: { id: imageId }, query: { size } }
      return addressOf(await callForFile(routes.image.jpeg, given, { signal, isQuiet: true }))
    },
    // An image does not change; its row does.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { showsOwnError: true },
  })
  if (src !== undefined) return { state: 'ready', src }
  return { state: isError ? 'unreadable' : 'loading' }
}
