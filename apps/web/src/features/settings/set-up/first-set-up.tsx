import { Button, Skeleton } from '@mantine/core'
import { IconPlugConnectedX, IconShieldCheck } from '@tabler/icons-react'
import { firstSetUpSteps, getSetUpSteps, noFlags } from '@talus/contract'
import type { Session } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { callWithHeaders } from '../../../api/call.ts'
import { openSession } from '../../../api/open-session.ts'
import { pageSettings } from '../../../api/page-settings.ts'
import { setUpQueries } from '../../../api/records/set-up.ts'
import { getLanguage } from '../../../language.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { findClinicFaults, toClinicDraft } from '../clinics/clinic-values.ts'
import { CodeStep } from './code-step.tsx'
import { AdministratorStep, ClinicStep, LanguageStep } from './first-steps.tsx'
import { SetUpFrame } from './set-up-frame.tsx'
import type { StepStates } from './set-up-frame.tsx'
import { forgetTypedValues, keepTypedValues, readCode, readTypedValues } from './typed-values.ts'
import type { AdministratorValues } from './typed-values.ts'

type FirstStep = (typeof firstSetUpSteps)[number]

interface FirstSetUpProps {
  /** The code of the link; empty if the page was opened without one. */
  readonly linkedCode: string
  readonly onSignedIn: (session: Session) => void
}

/** Sets an empty system up: its clinic and its first user, who is then signed in. */
export function FirstSetUp({ linkedCode, onSignedIn }: FirstSetUpProps) {
  const { t } = useTranslation()
  const state = useQuery(setUpQueries.state())
  const [code, setCode] = useState<string>()
  const [isEnded, setEnded] = useState(false)
  if (state.isError)
    return (
      <StatePanel
        order={1}
        icon={<Icon icon={IconPlugConnectedX} size="3xl" />}
        title={t('setUp:failed.title')}
        text={t('setUp:failed.text')}
      >
        <Button onClick={() => void state.refetch()}>{t('common:action.tryAgain')}</Button>
      </StatePanel>
    )
  if (!state.data) return <Skeleton height={240} />
  if (isEnded || !state.data.isOpen) return <SetUpEnded />
  if (state.data.needsCode && code === undefined)
    return (
      <CodeStep
        steps={getStates(undefined)}
        initial={linkedCode || (readCode() ?? '')}
        onCode={setCode}
        onEnded={() => setEnded(true)}
      />
    )
  return (
    <FirstSteps
      code={code}
      onCodeRefused={() => setCode(undefined)}
      onEnded={() => setEnded(true)}
      onSignedIn={onSignedIn}
    />
  )
}

/** The steps of the coming administrator, of which those before the current one are done. */
function getStates(current: FirstStep | undefined): StepStates {
  const flags = { ...noFlags, superAdmin: true }
  const reached = current === undefined ? -1 : firstSetUpSteps.indexOf(current)
  return getSetUpSteps({ flags }, pageSettings.variant).map((name, index) => ({
    name,
    state: index < reached ? ('done' as const) : ('open' as const),
  }))
}

/** The system has its first user, perhaps since another browser has finished. */
function SetUpEnded() {
  const { t } = useTranslation()
  return (
    <StatePanel
      order={1}
      icon={<Icon icon={IconShieldCheck} size="3xl" />}
      title={t('setUp:done.title')}
      text={t('setUp:done.text')}
    >
      <Button component={Link} to="/login" size="md">
        {t('setUp:done.signIn')}
      </Button>
    </StatePanel>
  )
}

interface FirstStepsProps {
  readonly code: string | undefined
  readonly onCodeRefused: () => void
  readonly onEnded: () => void
  readonly onSignedIn: (session: Session) => void
}

function FirstSteps({ code, onCodeRefused, onEnded, onSignedIn }: FirstStepsProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const [typed, setTyped] = useState(readTypedValues)
  const keep = (change: Partial<typeof typed>) => {
    const next = { ...typed, ...change }
    if (JSON.stringify(next) === JSON.stringify(typed)) return
    keepTypedValues(next)
    setTyped(next)
  }
  const wanted = firstSetUpSteps.find((step) => step === search.get('step')) ?? 'language'
  // An address can name a step that comes too early.
  const isClinicReady = Object.keys(findClinicFaults(typed.clinic)).length === 0
  const step = wanted === 'administrator' && !isClinicReady ? 'clinic' : wanted
  const goTo = (next: FirstStep) => setSearch({ step: next })

  const complete = async (values: AdministratorValues & { readonly password: string }) => {
    const clinicData = toClinicDraft({ ...typed.clinic, lang: getLanguage() })
    if (!clinicData) return
    const { userEmail: email, username, firstName, lastName, password } = values
    const userData = { username, firstName, lastName, email, password }
    try {
      const body = { ...(code !== undefined && { code }), clinicData, userData }
      const { data, headers } = await callWithHeaders(routes.setUp.complete, { body })
      const session = openSession(data, headers)
      forgetTypedValues()
      onSignedIn(session)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'set-up/done') onEnded()
      else if (error.code?.startsWith('set-up/')) onCodeRefused()
      else throw error
    }
  }
  const frame = {
    steps: getStates(step),
    current: step,
    title: t(`setUp:heading.${step}`),
    text: t(`setUp:lead.${step}`),
  }
  return (
    <SetUpFrame {...frame}>
      {step === 'language' ? <LanguageStep onNext={() => goTo('clinic')} /> : null}
      {step === 'clinic' ? (
        <ClinicStep
          initial={typed.clinic}
          onType={(clinic) => keep({ clinic })}
          onBack={() => goTo('language')}
          onNext={() => goTo('administrator')}
        />
      ) : null}
      {step === 'administrator' ? (
        <AdministratorStep
          initial={typed.administrator}
          onType={(administrator) => keep({ administrator })}
          onBack={() => goTo('clinic')}
          onSubmit={complete}
        />
      ) : null}
    </SetUpFrame>
  )
}
