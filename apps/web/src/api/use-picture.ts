import { routes } from '@talus/contract/routes'
import type { ImageId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callForFile } from './call.ts'

export type Picture =
  | { readonly state: 'loading' | 'unreadable'; readonly src?: undefined }
  | { readonly state: 'ready'; readonly src: string }

/** The picture of an image for an `img`, which cannot carry the token itself. */
export function usePicture(imageId: ImageId, size: number): Picture {
  const { data: blob, isError } = useQuery({
    queryKey: ['pictures', imageId, size],
    queryFn: ({ signal }) =>
      callForFile(
        routes.image.jpeg,
        { params: { id: imageId }, query: { size } },
        { signal, isQuiet: true },
      ),
    // An image does not change; its row does.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { showsOwnError: true },
  })
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const address = URL.createObjectURL(blob)
    setSrc(address)
    return () => URL.revokeObjectURL(address)
  }, [blob])
  if (src !== undefined && blob) return { state: 'ready', src }
  return { state: isError ? 'unreadable' : 'loading' }
}
