import { collapseWhitespace, emailPattern, foldText, phonePattern } from '@talus/contract'
import type { Owner } from '@talus/contract'

const isNumber = (text: string) => /^[+(]?\d[\d\s().-]*$/u.test(text)

/** Reduces a North American phone number to its ten digits, so that notations can be compared. */
export const getPhoneDigits = (phone: string) =>
  phone.replace(/\D+/gu, '').replace(/^1(?=\d{10}$)/u, '')

/** Puts typed text into the field of a new owner that it belongs to. */
export function toOwnerDraft(typed: string): Partial<Pick<Owner, 'name' | 'phone' | 'email'>> {
  const text = collapseWhitespace(typed)
  if (text === '') return {}
  if (text.includes('@')) return { email: text }
  return isNumber(text) ? { phone: text } : { name: text }
}

/** Phone numbers are searched without dashes and brackets. */
export const toSearchText = (typed: string) => {
  const text = collapseWhitespace(typed)
  return isNumber(text) ? getPhoneDigits(text) : text
}

/** Returns undefined until the value is complete enough to search for an existing owner. */
export const parseCompletePhone = (phone: string) =>
  phonePattern.test(collapseWhitespace(phone)) ? getPhoneDigits(phone) : undefined
export const parseCompleteEmail = (email: string) =>
  emailPattern.test(collapseWhitespace(email)) ? foldText(email) : undefined

type ContactDetails = Pick<Owner, 'phone' | 'email'>
export const hasPhone = (owner: ContactDetails, digits: string) =>
  getPhoneDigits(owner.phone) === digits
export const hasEmail = (owner: ContactDetails, email: string) => foldText(owner.email) === email
