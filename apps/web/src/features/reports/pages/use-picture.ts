import { routes } from '@talus/contract/routes'
import type { ImageSlot } from '@talus/report/document'
import { callForFile } from '../../../api/call.ts'
import { getImageFilesKey } from '../../../api/records/keys.ts'
import { useImageFile } from '../../../api/use-thumbnail.ts'
import type { ImageFile } from '../../../api/use-thumbnail.ts'

/** How a slot refers to a kept picture. */
const viewPrefix = /^picture:/u

/** The image of a slot as the PDF prints it: the kept picture, or the image as the viewer left it. */
export const usePicture = ({ imageId, view }: Pick<ImageSlot, 'imageId' | 'view'>): ImageFile =>
  useImageFile([...getImageFilesKey(imageId), view ?? 'printed'], (settings) =>
    view === null
      ? callForFile(routes.report.printedImage, { params: { imageId } }, settings)
      : callForFile(
          routes.report.picture,
          { params: { pictureId: view.replace(viewPrefix, '') } },
          settings,
        ),
  )
