import { can, caseStatus } from '@talus/contract'
import type { Actor } from '@talus/contract'
import type { TFunction } from 'i18next'
import type { TabStatus } from './case-buttons.ts'

/** How a case gets into an empty tab. Create Case is named to those who have the button only. */
export function describeEmpty(
  t: TFunction,
  status: TabStatus,
  actor: Pick<Actor, 'flags'>,
): string {
  if (can(actor, 'case.answer')) return t(`cases:empty.${status}.radiologist`)
  if (status === caseStatus.available && !can(actor, 'case.offer-create'))
    return t('cases:empty.1.withoutCreate')
  return t(`cases:empty.${status}.clinic`)
}
