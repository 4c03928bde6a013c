import { IconStethoscope } from '@tabler/icons-react'
import type { StudyRow } from '@talus/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '../../../api/error-message.ts'
import { studyQueries } from '../../../api/records/study.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { showError } from '../../../ui/modals/confirm.tsx'
import { openCreateCase } from './open-create-case.tsx'

/** Create Case for the selected row of the study list. */
export function CreateCaseButton({ row }: { readonly row: StudyRow | undefined }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isOpening, setOpening] = useState(false)
  const findReason = () => {
    if (!row) return t('studies:reason.noneSelected')
    if (row.deleted) return t('studies:reason.deleted')
    return row.imageCount === 0 ? t('studies:reason.noImages') : undefined
  }
  const open = async (studyRow: StudyRow, opener: HTMLElement) => {
    setOpening(true)
    try {
      const study = await client.query(studyQueries.one(studyRow.studyId))
      // The button is disabled while it loads, and has lost the focus when the form opens.
      await openCreateCase(study, (path) => void navigate(path), opener)
    } catch (error) {
      showError(getErrorMessage(error))
    } finally {
      setOpening(false)
    }
  }
  return (
    <ExplainedButton
      variant="default"
      leftSection={<Icon icon={IconStethoscope} />}
      reason={findReason()}
      loading={isOpening}
      onClick={(event) => row && void open(row, event.currentTarget)}
    >
      {t('studies:action.createCase')}
    </ExplainedButton>
  )
}
