import { routes } from '@talus/contract/routes'
import type { ImageId } from '@talus/contract'
import { callForFile, getErrorMessage } from '../../../api/call.ts'
import { saveFile } from '../../../api/save-file.ts'
import { showError } from '../../../ui/modals/confirm.tsx'

/** Downloads the stored file: another program may still be able to read it. */
export async function downloadOriginal(imageId: ImageId) {
  try {
    saveFile(await callForFile(routes.image.one, { params: { id: imageId } }), `${imageId}.dcm`)
  } catch (error) {
    showError(getErrorMessage(error))
  }
}
