import { can } from '@talus/contract'
import { isLocal } from '../api/page-settings.ts'
import { useActor } from '../api/session.ts'
import { XrayButton } from '../features/registration/xray-button.tsx'
import { StudyList } from '../features/studies/study-list.tsx'

/** Exposures are made where the sensors are, and by those who may make them. */
export function Page() {
  const actor = useActor()
  const mayExpose = isLocal && can(actor, 'study.capture')
  return <StudyList xray={mayExpose ? (row) => <XrayButton row={row} /> : undefined} />
}
