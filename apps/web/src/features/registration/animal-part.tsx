import { Skeleton } from '@mantine/core'
import { speciesName } from '@talus/contract'
import type { OwnerId, Patient, PatientId } from '@talus/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { SpeciesIcon } from '../../ui/species-icon.tsx'
import { focusOn } from './focus-on.ts'
import { PartHead } from './part-head.tsx'
import { PatientCard } from './patient-card.tsx'
import { useAge } from './use-age.ts'
import { useBreedName } from './use-breed-name.ts'
import styles from './registration.module.css'

interface AnimalPartProps {
  readonly ownerId: OwnerId | undefined
  /** Undefined while they are loading, or as long as there is nobody to own them. */
  readonly animals: readonly Patient[] | undefined
  readonly patient: Patient | undefined
  readonly today: string
  readonly onChoose: (patientId: PatientId) => void
  readonly onNew: (ownerId: OwnerId) => void
  readonly onEdit: (patient: Patient) => void
}

export function AnimalPart({ ownerId, animals, patient, today, ...then }: AnimalPartProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const hasOwner = ownerId !== undefined
  const choose = (value: string) => {
    const chosen = animals?.find(({ id }) => String(id) === value)
    if (chosen) then.onChoose(chosen.id)
  }
  const isListed = animals?.some(({ id }) => id === patient?.id) ?? false
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <PartHead
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
      {animals && animals.length > 0 ? (
        <ChoiceCards
          labelledBy={titleId}
          part="animals"
          value={patient && String(patient.id)}
          onChoose={choose}
          onEnter={(value) => {
            choose(value)
            focusOn('start')
          }}
          cards={animals.map((animal) => ({
            value: String(animal.id),
            content: <AnimalLine animal={animal} today={today} />,
          }))}
        />
      ) : null}
      {hasOwner && !animals ? <Skeleton height={56} /> : null}
      {hasOwner && animals?.length === 0 ? (
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

function AnimalLine({ animal, today }: { readonly animal: Patient; readonly today: string }) {
  const { t } = useTranslation()
  const breedName = useBreedName()
  const age = useAge(today)
  const kind = animal.speciesId === null ? undefined : speciesName(animal.speciesId)
  const race = breedName(animal.breedId) ?? (kind && t(`studies:species.${kind}`))
  const text = [age(animal.birthDate), race].filter(Boolean).join(' · ')
  return (
    <>
      {kind ? <SpeciesIcon species={kind} size={28} /> : null}
      <span className={styles.line}>
        <span className={styles.lineName}>{animal.name}</span>
        <span className={styles.lineText}>{text}</span>
      </span>
    </>
  )
}
