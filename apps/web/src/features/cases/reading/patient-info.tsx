import { VisuallyHidden } from '@mantine/core'
import { formatBreed, formatStudyTypes } from '@talus/anatomy'
import { formatCaseNumber, formatPatientName, translateHistory } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useCaseZone } from '../../../api/case-zone.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { toLanguage } from '../../../language.ts'
import { useToday } from '../../../ui/hooks/use-today.ts'
import { formatAge, formatSpecies, formatWeight } from './case-texts.ts'
import { OtherIdentity } from '../shared/other-identity.tsx'
import { usePromptNames } from '../shared/use-prompt-names.ts'
import styles from './reading.module.css'

interface PatientInfoProps {
  readonly radCase: CaseDetail
  /** Whether the title is visible; the tab of the request is too small for it. */
  readonly hasTitle?: boolean
}

/** Everything that the clinic has written about the patient and its complaint. */
export function PatientInfo({ radCase, hasTitle }: PatientInfoProps) {
  const { t, i18n } = useTranslation()
  const timeZone = useCaseZone()
  const today = useToday()
  const promptNames = usePromptNames()
  const facts: readonly (readonly [label: string, value: string])[] = [
    [t('caseReading:field.number'), formatCaseNumber(radCase.id)],
    [t('caseReading:field.patient'), formatPatientName(t, radCase.patientName)],
    [t('caseReading:field.patientId'), radCase.registeredPatient?.patientId ?? ''],
    [
      t('caseReading:field.registeredName'),
      formatPatientName(t, radCase.registeredPatient?.name ?? ''),
    ],
    [t('caseReading:field.species'), formatSpecies(t, radCase)],
    [t('caseReading:field.breed'), formatBreed(radCase.breed, toLanguage(i18n.language))],
    [t('caseReading:field.gender'), t(radCase.sex ? 'cases:sex.male' : 'cases:sex.female')],
    [t('caseReading:field.spayed'), t(radCase.spayed ? 'common:answer.yes' : 'common:answer.no')],
    [t('caseReading:field.age'), formatAge(t, radCase.birthDate, today)],
    [t('caseReading:field.weight'), formatWeight(radCase, i18n.language)],
    [t('caseReading:field.modality'), t(`cases:modality.${radCase.modality}`)],
    [t('caseReading:field.priority'), t(`cases:priority.${radCase.priority}`)],
    [t('caseReading:field.clinic'), radCase.clinicName],
    [t('caseReading:field.veterinarian'), radCase.referringVeterinarianName],
    [t('caseReading:field.owner'), radCase.ownerName],
    [t('caseReading:field.email'), radCase.ownerEmail],
    [t('caseReading:field.phone'), radCase.phone],
    [t('caseReading:field.address'), radCase.address],
    [
      t('caseReading:field.submitted'),
      radCase.submitOn === null ? '' : formatDateTime(radCase.submitOn, timeZone),
    ],
    [t('caseReading:field.radiologist'), radCase.radiologistName],
  ]
  return (
    <section className={styles.part} aria-label={t('caseReading:part.patient')}>
      {hasTitle ? (
        <h2>{t('caseReading:part.patient')}</h2>
      ) : (
        <VisuallyHidden component="h2">{t('caseReading:part.patient')}</VisuallyHidden>
      )}
      <OtherIdentity radCase={radCase} />
      <LongFact
        label={t('caseReading:field.history')}
        text={translateHistory(radCase.clinicHistory, promptNames)}
      />
      <LongFact label={t('caseReading:field.notes')} text={radCase.additionalNotes} />
      <LongFact
        label={t('caseReading:field.studyTypes')}
        text={formatStudyTypes(radCase.studyTypes, toLanguage(i18n.language))}
      />
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === '' ? '—' : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const LongFact = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <div className={styles.longFact}>
    <h3>{label}</h3>
    <p>{text === '' ? '—' : text}</p>
  </div>
)
