import { emailPattern } from '@talus/contract'

/** A user need not have an address: the username may be one, or else the clinic's mailbox serves. */
export const mailAddressOf = (user: {
  readonly email: string
  readonly username: string
  readonly clinicEmail: string | null
}): string | undefined =>
  [user.email, user.username, user.clinicEmail ?? ''].find((text) => emailPattern.test(text))
