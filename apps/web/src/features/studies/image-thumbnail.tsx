import type { ImageId } from '@talus/contract'
import { usePicture } from '../../api/use-picture.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'

interface ImageThumbnailProps {
  readonly imageId: ImageId
  readonly label: string
  /** On the screen, in pixels; left out, it fills its place. */
  readonly size?: number
}

/** The server keeps pictures of these sizes; 128 is sharp at 64 on a dense screen. */
export function ImageThumbnail({ imageId, label, size }: ImageThumbnailProps) {
  const { state, src } = usePicture(imageId, size !== undefined && size <= 64 ? 128 : 256)
  return <Thumbnail state={state} src={src} label={label} {...(size !== undefined && { size })} />
}
