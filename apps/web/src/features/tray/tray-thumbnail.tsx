import type { TrayEntryId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { callForFile } from '../../api/call.ts'
import { useImageFile } from '../../api/use-thumbnail.ts'
import { Thumbnail } from '../../ui/display/thumbnail.tsx'

interface TrayThumbnailProps {
  /** Undefined for a file without an image. */
  readonly id: TrayEntryId | undefined
  readonly label: string
  readonly size?: number
}

export const TrayThumbnail = ({ id, ...props }: TrayThumbnailProps) =>
  id === undefined ? (
    <Thumbnail state="unreadable" src={undefined} {...props} />
  ) : (
    <LoadedThumbnail id={id} {...props} />
  )

function LoadedThumbnail({ id, label, size }: TrayThumbnailProps & { readonly id: TrayEntryId }) {
  const edge = size !== undefined && size <= 64 ? 128 : 512
  const { state, src } = useImageFile(['tray-files', id, edge], (settings) =>
    callForFile(routes.tray.jpeg, { params: { id }, query: { size: edge } }, settings),
  )
  return <Thumbnail state={state} src={src} label={label} {...(size !== undefined && { size })} />
}
