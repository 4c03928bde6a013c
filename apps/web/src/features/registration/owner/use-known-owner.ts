import { useDebouncedValue } from '@mantine/hooks'
import type { ClinicId, OwnerId, OwnerSuggestion } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { ownerQueries } from '../../../api/records/owner.ts'
import { parseCompleteEmail, parseCompletePhone, hasEmail, hasPhone } from './typed-owner.ts'

const debounceMs = 100

export interface KnownOwner {
  readonly owner: OwnerSuggestion
  readonly by: 'phone' | 'email'
}

interface ContactFields {
  readonly phone: string
  readonly email: string
}

/** Finds another owner with the typed phone number or e-mail address, to avoid a duplicate. */
export function useKnownOwner(
  clinicId: ClinicId,
  ownId: OwnerId | undefined,
  typed: ContactFields,
): KnownOwner | undefined {
  const [phone] = useDebouncedValue(parseCompletePhone(typed.phone) ?? '', debounceMs)
  const [email] = useDebouncedValue(parseCompleteEmail(typed.email) ?? '', debounceMs)
  const byPhone = useQuery(ownerQueries.suggest(clinicId, phone)).data
  const byEmail = useQuery(ownerQueries.suggest(clinicId, email)).data
  const isOther = ({ id }: OwnerSuggestion) => id !== ownId
  const phoneMatch = phone && byPhone?.find((owner) => isOther(owner) && hasPhone(owner, phone))
  if (phoneMatch) return { owner: phoneMatch, by: 'phone' }
  const emailMatch = email && byEmail?.find((owner) => isOther(owner) && hasEmail(owner, email))
  return emailMatch ? { owner: emailMatch, by: 'email' } : undefined
}
