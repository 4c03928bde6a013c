import { routes } from '@talus/contract/routes'
import type { ImageSlot } from '@talus/report/document'
import { callForFile } from '../../../api/call.ts'
import { getImageFilesKey } from '../../../api/records/keys.ts'
import { useImageFile } from '../../../api/use-thumbnail.ts'
import type { ImageFile } from '../../../api/use-thumbnail.ts'

const pictureSize = 512
/** How a slot refers to a kept picture. */
const viewPrefix = /^picture:/u

/** The image of a slot: as the viewer showed it, or as its file shows it. */
export const usePicture = ({ imageId, view }: Pick<ImageSlot, 'imageId' | 'view'>): ImageFile =>
  useImageFile([...getImageFilesKey(imageId), view ?? pictureSize], (settings) =>
    view === null
      ? callForFile(
          routes.image.jpeg,
          { params: { id: imageId }, query: { size: pictureSize } },
          settings,
        )
      : callForFile(
          routes.report.picture,
          { params: { pictureId: view.replace(viewPrefix, '') } },
          settings,
        ),
  )
