import type { Image, Study } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { clinicQueries } from '../../api/records/clinic.ts'
import { reportQueries } from '../../api/records/report.ts'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { createUuid } from '../../random-id.ts'
import { announceCollectedImage } from './state/collected-channel.ts'

/** Adds an image as the viewer shows it to the draft of the report about its study. */
export function useCollectImage(study: Study) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { clinic } = useClinicInUse()
  return async (image: Image, picture: Blob): Promise<void> => {
    // The engine of the report is loaded with the first image that is added.
    const [{ changeDraft }, { withCollectedImage }, { createSlot }, { createReport }] =
      await Promise.all([
        import('./state/change-draft.ts'),
        import('./state/collect-image.ts'),
        import('./state/slots.ts'),
        import('./state/report-changes.ts'),
      ])
    const pictureFile = new File([picture], 'picture.png', { type: picture.type })
    const { view } = await call(routes.report.addPicture, {
      form: { fields: { imageId: image.id }, files: { pictureFile: [pictureFile] } },
    })
    const isAdded = await changeDraft(
      study,
      async () => {
        const { orientation } = await client.query(reportQueries.settings(study.clinicId))
        const { lang } = await client.query(clinicQueries.one(study.clinicId))
        return createReport(createUuid(), lang, orientation)
      },
      (report) => {
        const texts = {
          language: report.language,
          timeZone: clinic?.timeZone,
          kind: t('viewerPanel:report.kind'),
        }
        return withCollectedImage(
          report,
          (index) => createSlot(image, index, texts, view),
          createUuid,
        )
      },
    )
    if (!isAdded) throw new Error(t('viewerPanel:report.full'))
    announceCollectedImage(study.id)
  }
}
