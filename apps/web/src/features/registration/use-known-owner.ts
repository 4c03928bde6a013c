import { useDebouncedValue } from '@mantine/hooks'
import type { ClinicId, OwnerId, OwnerSuggestion } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { ownerQueries } from './registration.queries.ts'
import { completeEmail, completePhone, hasEmail, hasPhone } from './typed-owner.ts'

const typingMs = 100

export interface KnownOwner {
  readonly owner: OwnerSuggestion
  readonly by: 'phone' | 'email'
}

interface Typed {
  readonly phone: string
  readonly email: string
}

/** Somebody else who has the number or the address that was typed: he need not be entered again. */
export function useKnownOwner(
  clinicId: ClinicId,
  ownId: OwnerId | undefined,
  typed: Typed,
): KnownOwner | undefined {
  const [phone] = useDebouncedValue(completePhone(typed.phone) ?? '', typingMs)
  const [email] = useDebouncedValue(completeEmail(typed.email) ?? '', typingMs)
  const byPhone = useQuery(ownerQueries.suggest(clinicId, phone)).data
  const byEmail = useQuery(ownerQueries.suggest(clinicId, email)).data
  const other = ({ id }: OwnerSuggestion) => id !== ownId
  const caller = phone && byPhone?.find((owner) => other(owner) && hasPhone(owner, phone))
  if (caller) return { owner: caller, by: 'phone' }
  const writer = email && byEmail?.find((owner) => other(owner) && hasEmail(owner, email))
  return writer ? { owner: writer, by: 'email' } : undefined
}
