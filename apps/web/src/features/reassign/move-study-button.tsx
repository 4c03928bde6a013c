import { IconArrowRight } from '@tabler/icons-react'
import { can } from '@talus/contract'
import type { StudyRow } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { useActor } from '../../api/session.ts'
import { ExplainedButton } from '../../ui/buttons/explained-button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { openMoveStudy } from './open-reassign.tsx'

interface MoveStudyButtonProps {
  readonly clinic: SelectedClinic | undefined
  readonly row: StudyRow | undefined
}

/** Moves the selected study to another animal, for users who may delete it. */
export function MoveStudyButton({ clinic, row }: MoveStudyButtonProps) {
  const { t } = useTranslation()
  if (!can(useActor(), 'study.delete')) return null
  const getReason = () => {
    if (!row) return t('studies:reason.noneSelected')
    return row.deleted ? t('studies:reason.deleted') : undefined
  }
  return (
    <ExplainedButton
      variant="default"
      leftSection={<Icon icon={IconArrowRight} />}
      aria-label={t('studies:action.moveToAnimal')}
      reason={getReason()}
      onClick={() => row && clinic && void openMoveStudy(clinic, row)}
    >
      {t('studies:action.move')}
    </ExplainedButton>
  )
}
