import type { ImageId } from '@talus/contract'
import { useEffect } from 'react'
import { getErrorMessage } from '../../../api/error-message.ts'
import { saveFile } from '../../../api/save-file.ts'
import { showError } from '../../../ui/modals/confirm.tsx'
import type { LoadedImage } from '../loading/image-cache.ts'
import type { ViewerSession } from '../viewer-session.ts'
import type { ViewerSource } from '../source.ts'
import { LoadFailure } from './load-state.tsx'
import { PictureOnly } from './picture-only.tsx'
import type { Size } from './use-size.ts'

interface ImageFailureProps {
  readonly session: ViewerSession
  readonly imageId: ImageId
  readonly loaded: LoadedImage
  readonly original: ViewerSource['original']
  readonly size: Size
  readonly label: string
}

/** Downloads the stored file: another program may still be able to read it. */
async function downloadOriginal(original: ViewerSource['original'], imageId: ImageId) {
  try {
    saveFile(await original(imageId), `${imageId}.dcm`)
  } catch (error) {
    showError(getErrorMessage(error))
  }
}

/** An image of which something could not be loaded: its picture alone if there is one. */
export function ImageFailure(props: ImageFailureProps) {
  const { session, imageId, loaded, original, size, label } = props
  const { imageCache, store } = session
  // It is loaded again when the connection returns, without a press.
  useEffect(() => {
    const retry = () => imageCache.retry(imageId)
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [imageCache, imageId])
  if (!loaded.metadata && loaded.preview)
    return (
      <PictureOnly
        loaded={loaded}
        preview={loaded.preview}
        viewport={store.viewState(imageId).viewport}
        size={size}
        label={label}
        onRetry={() => imageCache.retry(imageId)}
      />
    )
  return (
    <LoadFailure
      reason={getErrorMessage(loaded.fault)}
      onRetry={() => imageCache.retry(imageId)}
      onDownload={() => void downloadOriginal(original, imageId)}
    />
  )
}
