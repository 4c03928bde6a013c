import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findOtherZone } from '../format/dates.ts'

/** Says that times are those of the clinic, if the clock of this computer differs from it. */
export function useZoneNote(timeZone: string | undefined): string | undefined {
  const { t } = useTranslation()
  const [now] = useState(() => new Date())
  const zone = timeZone === undefined ? undefined : findOtherZone(timeZone, now)
  return zone === undefined ? undefined : t('common:zone', { zone })
}
