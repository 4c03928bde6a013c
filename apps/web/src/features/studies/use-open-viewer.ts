import type { ImageId, StudyRow } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { toViewerPath } from '../../viewer/prefetch.ts'

type ViewableStudy = Pick<StudyRow, 'studyId' | 'deleted' | 'imageCount'>

/** Opens a study in the viewer, which decides by the modality what it shows. */
export function useOpenViewer() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const getDisabledReason = (row: ViewableStudy | undefined) => {
    if (!row) return t('studies:reason.noneSelected')
    if (row.deleted) return t('studies:reason.deleted')
    return row.imageCount === 0 ? t('studies:reason.noImages') : undefined
  }
  return {
    getDisabledReason,
    open: (row: ViewableStudy, imageId?: ImageId) => {
      if (getDisabledReason(row) !== undefined) return
      void navigate(
        imageId === undefined
          ? `/viewer?studyId=${row.studyId}`
          : toViewerPath(row.studyId, imageId),
      )
    },
  }
}
