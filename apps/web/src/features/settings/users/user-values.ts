import { UserChange, UserDraft, passwordFault } from '@talus/contract'
import type { ClinicId, User } from '@talus/contract'
import i18next from 'i18next'
import { schemaFaults } from '../../../ui/form/schema-faults.ts'

/** A person as the forms have it, in the order of the fields. The e-mail has a name of its own: a clinic's form has one too. */
export type UserValues = {
  username: string
  clinicId: string
  firstName: string
  lastName: string
  password: string
  confirmPassword: string
  userEmail: string
  validUntil: string
  maxClinicCount: string
}

export const userRequired = ['username', 'firstName', 'lastName'] as const
export const userSecrets = ['password', 'confirmPassword'] as const
/** Where the fields of a refusal stand in the forms. */
export const userPlaces = { email: 'userEmail', 'userData.email': 'userEmail' } as const

export const newUser = (clinicId?: ClinicId) => ({
  username: '',
  clinicId: clinicId === undefined ? '' : String(clinicId),
  firstName: '',
  lastName: '',
  password: '',
  confirmPassword: '',
  userEmail: '',
  validUntil: '',
  maxClinicCount: '',
})

export const valuesOf = (user: User) => ({
  ...newUser(user.clinicId ?? undefined),
  username: user.username,
  firstName: user.firstName,
  lastName: user.lastName,
  userEmail: user.email,
  validUntil: user.validUntil ?? '',
  maxClinicCount: user.maxClinicCount === null ? '' : String(user.maxClinicCount),
})

export const userLabels = () => ({
  username: i18next.t('settings:user.username'),
  firstName: i18next.t('settings:user.firstName'),
  lastName: i18next.t('settings:user.lastName'),
  userEmail: i18next.t('settings:user.email'),
  password: i18next.t('settings:user.password'),
  confirmPassword: i18next.t('settings:user.confirmPassword'),
  validUntil: i18next.t('settings:user.validUntil'),
  maxClinicCount: i18next.t('settings:user.maxClinicCount'),
  clinicId: i18next.t('settings:user.clinic'),
})

/** What both calls take; the password only where one was entered. */
export const detailsOf = (values: UserValues) => ({
  username: values.username,
  firstName: values.firstName,
  lastName: values.lastName,
  email: values.userEmail,
  validUntil: values.validUntil === '' ? null : values.validUntil,
  maxClinicCount: values.maxClinicCount === '' ? null : Number(values.maxClinicCount),
})

/** Two different passwords are a fault of the second one; all else of the first. */
function passwordFaults({ password, confirmPassword }: UserValues) {
  const fault = passwordFault(password, confirmPassword)
  if (!fault) return {}
  const words = i18next.t(`errors:${fault}`)
  return fault === 'password/mismatch' ? { confirmPassword: words } : { password: words }
}

interface CheckSettings {
  readonly isNew: boolean
  /** YYYY-MM-DD where the person works. */
  readonly today: string
  /** An end that was there before may be in the past and stay there. */
  readonly oldValidUntil?: string
}

/** In the order of the fields, so that the first fault shown is the first on the page. */
export function userFaults(values: UserValues, { isNew, today, oldValidUntil }: CheckSettings) {
  const isPasswordGiven = values.password !== '' || values.confirmPassword !== ''
  const { email, ...faults } = schemaFaults(isNew ? UserDraft : UserChange, {
    ...detailsOf(values),
    id: 1,
    // Checked below, in the specified order.
    ...(isNew && { password: 'Unchecked-here-1' }),
  })
  const isPast =
    values.validUntil !== '' && values.validUntil < today && values.validUntil !== oldValidUntil
  return {
    ...faults,
    ...(email !== undefined && { userEmail: email }),
    ...(isPast && { validUntil: i18next.t('errors:field/past-date') }),
    ...((isNew || isPasswordGiven) && passwordFaults(values)),
  }
}
