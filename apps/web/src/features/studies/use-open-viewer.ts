import type { StudyRow } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

type Viewed = Pick<StudyRow, 'studyId' | 'deleted' | 'imageCount'>

/** The viewer decides by the study's modality whether it shows images or a stack. */
export function useOpenViewer() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const reasonNot = (row: Viewed | undefined) => {
    if (!row) return t('studies:reason.noneSelected')
    if (row.deleted) return t('studies:reason.deleted')
    return row.imageCount === 0 ? t('studies:reason.noImages') : undefined
  }
  return {
    reasonNot,
    open: (row: Viewed) => {
      if (reasonNot(row) === undefined) void navigate(`/viewer?studyId=${row.studyId}`)
    },
  }
}
