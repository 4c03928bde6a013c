import { Skeleton } from '@mantine/core'
import { formatPatientName, getSpeciesName } from '@talus/contract'
import type { OwnerId, Patient, PatientId } from '@talus/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceCards } from '../../../ui/inputs/choice-cards.tsx'
import { SpeciesIcon } from '../../../ui/display/species-icon.tsx'
import { focusOn } from '../focus-on.ts'
import { SectionHead } from '../section-head.tsx'
import { PatientCard } from './patient-card.tsx'
import { useAge } from './use-age.ts'
import { useBreedName } from './use-breed-name.ts'
import styles from '../registration.module.css'

interface OwnerPatientsSectionProps {
  readonly ownerId: OwnerId | undefined
  /** The patients of the owner; undefined while loading and without a selected owner. */
  readonly patients: readonly Patient[] | undefined
  readonly patient: Patient | undefined
  readonly today: string
  readonly onChoose: (patientId: PatientId) => void
  readonly onNew: (ownerId: OwnerId) => void
  readonly onEdit: (patient: Patient) => void
}

export function OwnerPatientsSection({
  ownerId,
  patients,
  patient,
  today,
  ...then
}: OwnerPatientsSectionProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const hasOwner = ownerId !== undefined
  const choose = (value: string) => {
    const chosen = patients?.find(({ id }) => String(id) === value)
    if (chosen) then.onChoose(chosen.id)
  }
  const isListed = patients?.some(({ id }) => id === patient?.id) ?? false
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <SectionHead
        id={titleId}
        title={t('registration:animal.title')}
        edit={{
          name: t('registration:animal.edit'),
          reason: patient ? undefined : t('registration:animal.selectFirst'),
          run: () => patient && then.onEdit(patient),
        }}
        add={{
          name: t('registration:animal.add'),
          reason: hasOwner ? undefined : t('registration:owner.selectFirst'),
          run: () => ownerId !== undefined && then.onNew(ownerId),
        }}
        addPart="add-animal"
      />
      {patients && patients.length > 0 ? (
        <ChoiceCards
          labelledBy={titleId}
          part="animals"
          value={patient && String(patient.id)}
          onChoose={choose}
          onEnter={(value) => {
            choose(value)
            focusOn('start')
          }}
          cards={patients.map((one) => ({
            value: String(one.id),
            content: <PatientRow patient={one} today={today} />,
          }))}
        />
      ) : null}
      {hasOwner && !patients ? <Skeleton height={56} /> : null}
      {hasOwner && patients?.length === 0 ? (
        <p className={styles.hint}>{t('registration:animal.none')}</p>
      ) : null}
      {!hasOwner && !patient ? (
        <p className={styles.hint}>{t('registration:animal.after')}</p>
      ) : null}
      {patient ? (
        <PatientCard patient={patient} isListed={isListed} isVeterinary today={today} />
      ) : null}
    </section>
  )
}

function PatientRow({ patient, today }: { readonly patient: Patient; readonly today: string }) {
  const { t } = useTranslation()
  const breedName = useBreedName()
  const age = useAge(today)
  const kind = patient.speciesId === null ? undefined : getSpeciesName(patient.speciesId)
  const breed = breedName(patient.breedId) ?? (kind && t(`studies:species.${kind}`))
  // Animals of one owner may have the same name. The end of a long line is cut, so it comes first.
  const text = [patient.patientId, age(patient.birthDate), breed].filter(Boolean).join(' · ')
  return (
    <>
      {kind ? <SpeciesIcon species={kind} size="2xl" /> : null}
      <span className={styles.line}>
        <span className={styles.lineName}>
          {formatPatientName(t, patient.name, {
            number: patient.patientId,
            groups: patient.nameGroups,
          })}
        </span>
        <span className={styles.lineText}>{text}</span>
      </span>
    </>
  )
}
