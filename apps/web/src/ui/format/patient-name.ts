import { formatGroupedName } from '@talus/contract'
import type { TFunction } from 'i18next'

/**
 * The name of a patient. The record of one without a name is called "Unnamed 1" in every language,
 * or "Unnamed" and the patient ID, which is shown beside it.
 */
export function formatPatientName(
  t: TFunction,
  name: string,
  { number, groups = '' }: { readonly number: string; readonly groups?: string },
): string {
  const unnamed = /^Unnamed (.+)$/u.exec(name)?.[1]
  if (unnamed === undefined) return formatGroupedName(name, groups)
  if (unnamed === number) return t('studies:unnamed')
  return number === `UNNAMED-${unnamed}` ? t('studies:unnamedNumber', { number: unnamed }) : name
}
