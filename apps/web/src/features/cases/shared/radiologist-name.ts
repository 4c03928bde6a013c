import type { User } from '@talus/contract'

/** The name of a radiologist in a list of choices. */
export const formatRadiologist = ({
  firstName,
  lastName,
  username,
}: Pick<User, 'firstName' | 'lastName' | 'username'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username
