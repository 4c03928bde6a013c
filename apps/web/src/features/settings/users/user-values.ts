import { UserChange, UserDraft, findPasswordFault } from '@talus/contract'
import type { ClinicId, User } from '@talus/contract'
import i18next from 'i18next'
import { findSchemaFaults } from '../../../ui/form/schema-faults.ts'

/**
 * Form values of a user, in the order of the fields. The e-mail address has another name than in
 * the contract, because the form of a clinic has an e-mail field of its own.
 */
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
/** Maps the fields of a server error to the fields of the form. */
export const userErrorFields = { email: 'userEmail', 'userData.email': 'userEmail' } as const

export const createUserValues = (clinicId?: ClinicId) => ({
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

export const toUserValues = (user: User) => ({
  ...createUserValues(user.clinicId ?? undefined),
  username: user.username,
  firstName: user.firstName,
  lastName: user.lastName,
  userEmail: user.email,
  validUntil: user.validUntil ?? '',
  maxClinicCount: user.maxClinicCount === null ? '' : String(user.maxClinicCount),
})

export const getUserLabels = () => ({
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

/**
 * Converts form values to the part of the body that create and update share; without the password.
 */
export const toUserDetails = (values: UserValues) => ({
  username: values.username,
  firstName: values.firstName,
  lastName: values.lastName,
  email: values.userEmail,
  validUntil: values.validUntil === '' ? null : values.validUntil,
  maxClinicCount: values.maxClinicCount === '' ? null : Number(values.maxClinicCount),
})

/** A mismatch is reported at the second password field, all other faults at the first. */
function findPasswordFaults({ password, confirmPassword }: UserValues) {
  const fault = findPasswordFault(password, confirmPassword)
  if (!fault) return {}
  const text = i18next.t(`errors:${fault}`)
  return fault === 'password/mismatch' ? { confirmPassword: text } : { password: text }
}

interface CheckSettings {
  readonly isNew: boolean
  /** Date of today in the time zone of the user, YYYY-MM-DD. */
  readonly today: string
  /** The previous expiry date, which may be in the past and stay unchanged. */
  readonly oldValidUntil?: string
}

/**
 * Finds the faults in the order of the fields, so that the first fault shown is the first on the
 * page.
 */
export function findUserFaults(values: UserValues, { isNew, today, oldValidUntil }: CheckSettings) {
  const isPasswordGiven = values.password !== '' || values.confirmPassword !== ''
  const { email, ...faults } = findSchemaFaults(isNew ? UserDraft : UserChange, {
    ...toUserDetails(values),
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
    ...((isNew || isPasswordGiven) && findPasswordFaults(values)),
  }
}
