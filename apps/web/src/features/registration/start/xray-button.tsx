import { IconPlayerPlay } from '@tabler/icons-react'
import type { StudyRow } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { studyQueries } from '../../../api/records/study.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { ChoiceCards } from '../../../ui/inputs/choice-cards.tsx'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { useRestoredFocus } from '../../../ui/hooks/use-restored-focus.ts'
import { emptySelection, reduceSelection } from '../selection.ts'
import { forgetSelection } from '../use-selection.ts'
import { useStartButton } from './use-start-button.ts'
import styles from './xray-button.module.css'
import { useClinicDay } from '../use-clinic-day.ts'
import { Icon } from '../../../ui/display/icon.tsx'

interface XrayButtonProps {
  readonly row: StudyRow | undefined
}

/** The start button of the registration for a study of a list, with the same label and rules. */
export function XrayButton({ row }: XrayButtonProps) {
  const { clinic } = useClinicInUse()
  return clinic ? <ClinicXrayButton clinic={clinic} row={row} /> : null
}

function ClinicXrayButton({ clinic, row }: XrayButtonProps & { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const today = useClinicDay(clinic.timeZone)
  const studies = useQuery(studyQueries.ofPatient(row?.patientDatabaseId))
  const { start, obstacle, modalities, modality, setModality, startStudy, isStarting } =
    useStartButton({
      clinic,
      today,
      selection: row
        ? reduceSelection(emptySelection, { type: 'study', study: row })
        : emptySelection,
      studies: row && studies.data,
      isPatientKnown: row !== undefined,
      onStarted: forgetSelection,
    })
  useRestoredFocus(isStarting)
  const getReason = () => {
    if (!row) return t('studies:reason.noneSelected')
    // A press during a pending request waits for the response.
    return obstacle && obstacle !== 'checking' ? t(`registration:obstacle.${obstacle}`) : undefined
  }
  return (
    <div className={styles.xray}>
      {row && modalities.length > 1 ? (
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
        reason={getReason()}
        loading={isStarting}
        onClick={startStudy}
      >
        {t(`registration:start.${start.label}`)}
      </ExplainedButton>
    </div>
  )
}
