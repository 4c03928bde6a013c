import { IconPlayerPlay } from '@tabler/icons-react'
import type { StudyRow } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { studyQueries } from '../../../api/records/study.ts'
import { ChoiceCards } from '../../../ui/inputs/choice-cards.tsx'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { useRestoredFocus } from '../../../ui/hooks/use-restored-focus.ts'
import { emptySelection, reduceSelection } from '../selection.ts'
import { forgetSelection } from '../use-selection.ts'
import { useStartButton } from './use-start-button.ts'
import styles from './xray-button.module.css'
import { useClinicDay } from '../use-clinic-day.ts'
import { Icon } from '../../../ui/display/icon.tsx'

interface StudyXrayButtonProps {
  readonly clinic: SelectedClinic
  readonly row: StudyRow
}

export function StudyXrayButton({ clinic, row }: StudyXrayButtonProps) {
  const { t } = useTranslation()
  const today = useClinicDay(clinic.timeZone)
  const studies = useQuery(studyQueries.ofPatient(row.patientDatabaseId))
  const { start, obstacle, modalities, modality, setModality, startStudy, isStarting } =
    useStartButton({
      clinic,
      today,
      selection: reduceSelection(emptySelection, { type: 'study', study: row }),
      studies: studies.data,
      isPatientKnown: true,
      onStarted: forgetSelection,
    })
  useRestoredFocus(isStarting)
  // A press during a pending request waits for the response.
  const reason =
    obstacle && obstacle !== 'checking' ? t(`registration:obstacle.${obstacle}`) : undefined
  return (
    <div className={styles.xray}>
      {modalities.length > 1 ? (
        <ChoiceCards
          isRow
          label={t('registration:start.modality')}
          value={modality}
          onChoose={(value) => {
            const chosen = modalities.find((one) => one === value)
            if (chosen) setModality(chosen)
          }}
          cards={modalities.map((one) => ({ value: one, content: t(`studies:modality.${one}`) }))}
        />
      ) : null}
      <ExplainedButton
        leftSection={<Icon icon={IconPlayerPlay} />}
        variant="light"
        reason={reason}
        loading={isStarting}
        onClick={startStudy}
      >
        {t(`registration:start.${start.label}`)}
      </ExplainedButton>
    </div>
  )
}
