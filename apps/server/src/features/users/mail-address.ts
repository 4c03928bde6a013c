import { emailPattern } from '@talus/contract'

/**
 * A user may have no address: then the username is used if it is one, or else the mailbox of the
 * clinic.
 */
export const findMailAddress = (user: {
  readonly email: string
  readonly username: string
  readonly clinicEmail: string | null
}): string | undefined =>
  [user.email, user.username, user.clinicEmail ?? ''].find((text) => emailPattern.test(text))
