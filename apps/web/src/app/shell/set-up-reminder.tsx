import { can, getLandingPage } from '@talus/contract'
import { useMatches } from 'react-router'
import { pageSettings } from '../../api/page-settings.ts'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { useActor } from '../../api/session.ts'
import { lazyCode } from '../../lazy-code.ts'
import { WithCode } from '../../ui/states/with-code.tsx'
import { isPageHandle } from '../page-handle.ts'

const code = lazyCode(() => import('../../features/settings/set-up/set-up-reminder.part.tsx'))

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
    <WithCode code={code} fallback={null}>
      {({ SetUpReminder: Reminder }) => <Reminder clinicId={clinic.id} />}
    </WithCode>
  )
}
