import type { ImageId } from '@talus/contract'
import { useThumbnail } from '../../api/use-thumbnail.ts'
import { Thumbnail } from '../../ui/display/thumbnail.tsx'

interface ImageThumbnailProps {
  readonly imageId: ImageId
  readonly label: string
  /** Size on the screen in pixels; without it, the thumbnail fills its container. */
  readonly size?: number
}

/**
 * Requests one of the sizes that the server caches; 128 is sharp at 64 on a high-density screen.
 */
export function ImageThumbnail({ imageId, label, size }: ImageThumbnailProps) {
  const { state, src } = useThumbnail(imageId, size !== undefined && size <= 64 ? 128 : 256)
  return <Thumbnail state={state} src={src} label={label} {...(size !== undefined && { size })} />
}
