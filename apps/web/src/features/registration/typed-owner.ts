import { collapsed, emailPattern, folded, phonePattern } from '@talus/contract'
import type { Owner } from '@talus/contract'

const isNumber = (text: string) => /^[+(]?\d[\d\s().-]*$/u.test(text)

/** The ten digits that make a North American number the same however it is written. */
export const digitsOf = (phone: string) => phone.replace(/\D+/gu, '').replace(/^1(?=\d{10}$)/u, '')

/** The field of a new owner that the typed words belong to. */
export function draftOf(typed: string): Partial<Pick<Owner, 'name' | 'phone' | 'email'>> {
  const text = collapsed(typed)
  if (text === '') return {}
  if (text.includes('@')) return { email: text }
  return isNumber(text) ? { phone: text } : { name: text }
}

/** Numbers are looked for without their dashes and brackets. */
export const searchedFor = (typed: string) => {
  const text = collapsed(typed)
  return isNumber(text) ? digitsOf(text) : text
}

/** What of a form is complete enough to ask whether somebody has it already. */
export const completePhone = (phone: string) =>
  phonePattern.test(collapsed(phone)) ? digitsOf(phone) : undefined
export const completeEmail = (email: string) =>
  emailPattern.test(collapsed(email)) ? folded(email) : undefined

type Reachable = Pick<Owner, 'phone' | 'email'>
export const hasPhone = (owner: Reachable, digits: string) => digitsOf(owner.phone) === digits
export const hasEmail = (owner: Reachable, email: string) => folded(owner.email) === email
