import { IconPlayerPlay } from '@tabler/icons-react'
import type { StudyRow } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { ExplainedButton } from '../../ui/explained-button.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { noPatient, studyQueries } from './registration.queries.ts'
import { nothingSelected, select } from './selection.ts'
import { useBegin } from './use-begin.ts'
import { useClinicDay } from './use-clinic-day.ts'

interface XrayButtonProps {
  readonly clinic: SelectedClinic
  readonly row: StudyRow | undefined
}

/** The start button of the registration for a study of a list: same rule, same words. */
export function XrayButton({ clinic, row }: XrayButtonProps) {
  const { t } = useTranslation()
  const today = useClinicDay(clinic.timeZone)
  const { data } = useQuery({
    ...studyQueries.ofPatient(row?.patientDatabaseId ?? noPatient),
    enabled: row !== undefined,
  })
  const { start, obstacle, begin, isStarting } = useBegin({
    clinic,
    today,
    selection: row ? select(nothingSelected, { type: 'study', study: row }) : nothingSelected,
    studies: row && data,
    isPatientKnown: row !== undefined,
    onStarted: () => {},
  })
  useKeptFocus(isStarting)
  const reason = () => {
    if (!row) return t('studies:reason.noneSelected')
    return obstacle && obstacle !== 'checking' ? t(`registration:obstacle.${obstacle}`) : undefined
  }
  return (
    <ExplainedButton
      variant="default"
      leftSection={<IconPlayerPlay size={18} stroke={1.5} aria-hidden />}
      reason={reason()}
      loading={isStarting}
      onClick={begin}
    >
      {t(`registration:start.${start.label}`)}
    </ExplainedButton>
  )
}
