import { routes } from '@talus/contract/routes'
import type { ImageId } from '@talus/contract'
import { callForFile, wordsOf } from '../../api/call.ts'
import { saveFile } from '../../api/save-file.ts'
import { showError } from '../../ui/modals/confirm.tsx'

/** The file as it is stored: another program may still make something of it. */
export async function downloadOriginal(imageId: ImageId) {
  try {
    saveFile(await callForFile(routes.image.one, { params: { id: imageId } }), `${imageId}.dcm`)
  } catch (error) {
    showError(wordsOf(error))
  }
}
