import { IconPlayerPlay } from '@tabler/icons-react'
import type { StudyRow } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { ExplainedButton } from '../../ui/explained-button.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { noPatient, studyQueries } from './registration.queries.ts'
import { nothingSelected, select } from './selection.ts'
import { useBegin } from './use-begin.ts'
import styles from './xray-button.module.css'
import { useClinicDay } from './use-clinic-day.ts'

interface XrayButtonProps {
  readonly row: StudyRow | undefined
}

/** The start of the registration for a study of a list: the same label, rules and way on. */
export function XrayButton({ row }: XrayButtonProps) {
  const { clinic } = useClinicInUse()
  return clinic ? <XrayOf clinic={clinic} row={row} /> : null
}

function XrayOf({ clinic, row }: XrayButtonProps & { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const today = useClinicDay(clinic.timeZone)
  const studies = useQuery({
    ...studyQueries.ofPatient(row?.patientDatabaseId ?? noPatient),
    enabled: row !== undefined,
  })
  const { start, obstacle, modalities, modality, setModality, begin, isStarting } = useBegin({
    clinic,
    today,
    selection: row ? select(nothingSelected, { type: 'study', study: row }) : nothingSelected,
    studies: row && studies.data,
    isPatientKnown: row !== undefined,
    onStarted: () => {},
  })
  useKeptFocus(isStarting)
  const reason = () => {
    if (!row) return t('studies:reason.noneSelected')
    // A press while something is being looked for waits for the answer.
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
        leftSection={<IconPlayerPlay size={18} stroke={1.5} aria-hidden />}
        variant="light"
        reason={reason()}
        loading={isStarting}
        onClick={begin}
      >
        {t(`registration:start.${start.label}`)}
      </ExplainedButton>
    </div>
  )
}
