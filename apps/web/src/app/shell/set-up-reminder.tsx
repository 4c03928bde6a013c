import { can, getLandingPage } from '@talus/contract'
import { lazy, Suspense } from 'react'
import { useMatches } from 'react-router'
import { pageSettings } from '../../api/page-settings.ts'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { useActor } from '../../api/session.ts'
import { isPageHandle } from '../page-handle.ts'

const Reminder = lazy(async () => ({
  default: (await import('../../features/settings/set-up/set-up-reminder.tsx')).SetUpReminder,
}))

/** The reminder of open steps of the set-up, on the first page of an administrator. */
export function SetUpReminder() {
  const actor = useActor()
  const { clinic } = useClinicInUse()
  const handle: unknown = useMatches().at(-1)?.handle
  const isFirstPage =
    isPageHandle(handle) && handle.name === getLandingPage(actor, pageSettings.variant)
  // The demo is set up already.
  if (pageSettings.isDemo || !isFirstPage || !clinic || !can(actor, 'set-up.manage')) return null
  return (
    <Suspense fallback={null}>
      <Reminder clinicId={clinic.id} />
    </Suspense>
  )
}
