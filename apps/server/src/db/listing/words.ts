import { folded } from '@talus/contract'
import type { OwnerWordField, PatientWordField } from '../tables.ts'

/**
 * What a person may begin to type: every word of the text, and the whole of what is written with
 * dots, dashes or without spaces ("TAL-00012": tal-00012, tal, 00012).
 */
export function wordsOf(text: string): readonly string[] {
  const pieces = folded(text).split(' ').filter(Boolean)
  const parts = pieces.flatMap((piece) => piece.split(/[^\p{L}\p{N}]+/u).filter(Boolean))
  return [...new Set([...pieces, ...parts])]
}

const digitsOf = (phone: string) => phone.replace(/\D+/gu, '').replace(/^1(?=\d{10}$)/u, '')
/** The same number however it is written; null where there is none. */
export const phoneKey = (phone: string | null) => digitsOf(phone ?? '') || null
export const emailKey = (email: string | null) => folded(email ?? '') || null

/** People say a number from its beginning, without the area code, or by its last four digits. */
const phoneWords = (phone: string | null) => {
  const digits = digitsOf(phone ?? '')
  return [...new Set([digits, digits.slice(-7), digits.slice(-4)])].filter(Boolean)
}

interface OwnerText {
  readonly name: string
  readonly phone: string | null
  readonly email: string | null
  readonly animals: readonly string[]
}

interface Word<Field> {
  readonly field: Field
  readonly word: string
}

const tagged = <Field extends string>(field: Field, words: readonly string[]): Word<Field>[] =>
  words.map((word) => ({ field, word }))

export const ownerWords = (owner: OwnerText): readonly Word<OwnerWordField>[] => [
  ...tagged('name', wordsOf(owner.name)),
  ...tagged('phone', phoneWords(owner.phone)),
  ...tagged('email', wordsOf(owner.email ?? '')),
  ...tagged('animal', [...new Set(owner.animals.flatMap(wordsOf))]),
]

interface PatientText {
  readonly name: string
  readonly patientId: string
  readonly accessionCode: string
  readonly owner: string | null
  readonly breed: string | null
}

export const patientWords = (patient: PatientText): readonly Word<PatientWordField>[] => [
  ...tagged('name', wordsOf(patient.name)),
  ...tagged('id', [...new Set([...wordsOf(patient.patientId), ...wordsOf(patient.accessionCode)])]),
  ...tagged('owner', wordsOf(patient.owner ?? '')),
  ...tagged('breed', wordsOf(patient.breed ?? '')),
]
