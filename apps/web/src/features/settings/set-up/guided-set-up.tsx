import { Button, Skeleton } from '@mantine/core'
import type { ClinicId, SetUpProgress, SetUpStep } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { setUpMutations, setUpQueries } from '../../../api/records/set-up.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { ClinicNeeded } from '../../../ui/states/clinic-needed.tsx'
import { AddressStep } from './address-step.tsx'
import { BackButton } from './first-steps.tsx'
import { SetUpFrame, StepFooter } from './set-up-frame.tsx'
import { StepStateList } from './step-state-list.tsx'
import { findNeighbours, isStepOfSignedIn } from './step-order.ts'
import styles from './set-up.module.css'

interface GuidedSetUpProps {
  /** The sections of the settings by their names, which the steps show. */
  readonly sections: Readonly<Record<string, ComponentType>>
}

/** The steps after the first sign-in, each with its section of the settings. */
export function GuidedSetUp({ sections }: GuidedSetUpProps) {
  return (
    <ClinicNeeded clinic={useClinicInUse().clinic}>
      {({ id }) => <ClinicSetUp key={id} clinicId={id} sections={sections} />}
    </ClinicNeeded>
  )
}

interface ClinicSetUpProps extends GuidedSetUpProps {
  readonly clinicId: ClinicId
}

function ClinicSetUp({ clinicId, sections }: ClinicSetUpProps) {
  const { step: requested } = useParams()
  const { data: progress } = useQuery(setUpQueries.progress(clinicId))
  if (!progress) return <Skeleton height={240} />
  const names = progress.steps.map(({ name }) => name).filter(isStepOfSignedIn)
  const step = names.find((name) => name === requested)
  return step === undefined ? (
    <Ready progress={progress} last={names.at(-1)} />
  ) : (
    <GuidedStep
      clinicId={clinicId}
      progress={progress}
      step={step}
      content={step === 'address' ? undefined : sections[step]}
    />
  )
}

interface GuidedStepProps {
  readonly clinicId: ClinicId
  readonly progress: SetUpProgress
  readonly step: SetUpStep
  /** Undefined for the step that is no section of the settings. */
  readonly content: ComponentType | undefined
}

function GuidedStep({ clinicId, progress, step, content: Content }: GuidedStepProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const setSkipped = useRecordMutation(setUpMutations.skip)
  const { previous, next } = findNeighbours(progress.steps, step)
  const state = progress.steps.find(({ name }) => name === step)?.state
  const goOn = () => void navigate(`/setup/${next ?? 'ready'}`)
  const skip = () => {
    // The next step is shown at once; a failed request leaves the step open.
    setSkipped({ params: { clinicId }, body: { step, isSkipped: true } }).catch(() => undefined)
    goOn()
  }
  return (
    <SetUpFrame
      steps={progress.steps}
      current={step}
      title={t(`setUp:heading.${step}`)}
      text={t(`setUp:lead.${step}`)}
      isWide
    >
      <div className={styles.section}>
        {Content ? <Content /> : <AddressStep clinicId={clinicId} />}
      </div>
      <StepFooter
        back={
          previous === undefined ? null : (
            <BackButton onBack={() => void navigate(`/setup/${previous}`)} />
          )
        }
      >
        {state === 'open' ? (
          <Button size="md" variant="default" onClick={skip}>
            {t('setUp:action.skip')}
          </Button>
        ) : (
          <Button size="md" variant={state === 'done' ? 'filled' : 'default'} onClick={goOn}>
            {t('setUp:action.continue')}
          </Button>
        )}
      </StepFooter>
    </SetUpFrame>
  )
}

interface ReadyProps {
  readonly progress: SetUpProgress
  /** The step before the end. */
  readonly last: SetUpStep | undefined
}

/** The end of the set-up: what is done, what is still open, and the way to work. */
function Ready({ progress, last }: ReadyProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isComplete = progress.steps.every(({ state }) => state === 'done')
  return (
    <SetUpFrame
      steps={progress.steps}
      current={undefined}
      title={t('setUp:ready.title')}
      text={isComplete ? t('setUp:ready.textAll') : t('setUp:ready.text')}
    >
      <div className={styles.card}>
        <StepStateList steps={progress.steps} />
      </div>
      <StepFooter
        back={
          last === undefined ? null : <BackButton onBack={() => void navigate(`/setup/${last}`)} />
        }
      >
        {/* The loader of the sign-in page leads signed-in users to their first page. */}
        <Button component={Link} to="/login" size="md">
          {t('setUp:action.begin')}
        </Button>
      </StepFooter>
    </SetUpFrame>
  )
}
