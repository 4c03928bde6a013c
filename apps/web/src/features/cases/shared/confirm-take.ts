import type { CaseRow, UserId } from '@talus/contract'
import type { TFunction } from 'i18next'
import { confirm } from '../../../ui/modals/confirm.tsx'

type RequestedCase = Pick<CaseRow, 'requestedRadiologistId' | 'requestedRadiologistName'>

/** Asks before a case is taken for which the clinic has asked another radiologist. */
export async function confirmTake(
  t: TFunction,
  rows: readonly RequestedCase[],
  ownId: UserId,
): Promise<boolean> {
  const names = rows
    .filter(({ requestedRadiologistId: id }) => id !== null && id !== ownId)
    .map(({ requestedRadiologistName }) => requestedRadiologistName)
  if (names.length === 0) return true
  return confirm({
    title: t('cases:requestedOther.title'),
    text: t('cases:requestedOther.text', { names: [...new Set(names)].join(', ') }),
    confirm: t('cases:action.take'),
    isDestructive: true,
  })
}
