import { findPasswordFault } from '@talus/contract'

/** A form is idle, then loading, then done or failed; a failed form can be loading again. */
export type FormState =
  | { readonly state: 'idle' }
  | { readonly state: 'loading' }
  | { readonly state: 'done' }
  | { readonly state: 'error'; readonly text: string }

export const idle: FormState = { state: 'idle' }
export const loading: FormState = { state: 'loading' }
export const done: FormState = { state: 'done' }
export const createErrorState = (text: string): FormState => ({ state: 'error', text })

export const isBlank = (text: string) => text.trim() === ''

/**
 * Returns the text key of the first fault of a new password. Two empty fields count as a mismatch.
 */
export function findResetFault(password: string, confirmation: string) {
  if (password === '' || password !== confirmation) return 'auth:reset.mismatch'
  const fault = findPasswordFault(password, confirmation)
  return fault ? (`errors:${fault}` as const) : undefined
}

export const demoPassword = 'Talus-demo-1'
export const demoUsers = [
  'root',
  'super',
  'contract',
  'admin.en',
  'operator.en',
  'doctor.en',
  'staff.en',
  'admin.fr',
  'operator.fr',
  'doctor.fr',
  'staff.fr',
  'admin.human',
  'rad1',
  'rad2',
] as const
