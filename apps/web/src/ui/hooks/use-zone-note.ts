import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findOtherZone, getReaderZone } from '../format/dates.ts'

/** Says that times are those of the clinic, if the clock of this computer differs from it. */
export function useZoneNote(timeZone: string | undefined): string | undefined {
  const { t } = useTranslation()
  const [now] = useState(() => new Date())
  const zone = timeZone === undefined ? undefined : findOtherZone(timeZone, now)
  return zone === undefined ? undefined : t('common:zone', { zone })
}

/** The same for cases, whose times a radiologist sees in the zone of this computer. */
export function useCaseZoneNote(timeZone: string | undefined): string | undefined {
  const { t } = useTranslation()
  const clinicNote = useZoneNote(timeZone)
  if (timeZone !== undefined) return clinicNote
  return t('common:readerZone', { zone: getReaderZone().replaceAll('_', ' ') })
}
