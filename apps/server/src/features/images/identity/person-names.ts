import { collapseWhitespace, foldText } from '@talus/contract'

/**
 * The names of a patient and its owner, or of a human patient. Empty if the file does not contain
 * them.
 */
export interface PatientNames {
  readonly patient: string
  readonly owner: string
}

/** A user would not search for a longer name. */
const nameMax = 64
/** Collapses blanks and shortens a name; two names are compared in this form. */
export const cleanName = (text: string) =>
  Array.from(collapseWhitespace(text)).slice(0, nameMax).join('').trim()

/** `family^given^middle^prefix^suffix` of one group. */
const splitGroup = (group: string) => group.split('^').map((part) => cleanName(part))

/**
 * The first group with a name: the alphabetic one, unless the sender writes only the ideographic or
 * the phonetic one (PS3.5 6.2.1.2).
 */
const splitComponents = (personName: string) =>
  splitGroup(personName.split('=').find((group) => /[^^\s]/u.test(group)) ?? '')

/** Formats a person name with the given name first. */
export function formatPersonName(personName: string): string {
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] =
    splitComponents(personName)
  return cleanName([prefix, given, middle, family, suffix].filter(Boolean).join(' '))
}

/**
 * PS3.3 C.7.1.1.1.1: the name of an animal is the family name of the responsible person, then its
 * own. Some systems write the animal's name alone, and some swap the two, which is detected if the
 * responsible person is given as well.
 */
export function parsePatientAndOwner(patientName: string, responsiblePerson: string): PatientNames {
  const [first = '', second = ''] = splitComponents(patientName)
  const owner = formatPersonName(responsiblePerson)
  if (second === '') return { patient: first, owner }
  const [family = ''] = splitComponents(responsiblePerson)
  const isSwapped = isSameName(family, second) && !isSameName(family, first)
  return isSwapped
    ? { patient: first, owner: owner || second }
    : { patient: second, owner: owner || first }
}

/** The ideographic and the phonetic group of a name, with the family name first. */
const listOtherGroups = (personName: string) =>
  [1, 2].map((group) => splitGroup(personName.split('=')[group] ?? ''))

const joinGroups = (names: readonly string[]) => names.join('=').replace(/=+$/u, '')
const joinParts = (parts: readonly string[]) => cleanName(parts.filter(Boolean).join(' '))

/**
 * The names in other writings, as `ideographic=phonetic`. The order of animal and owner is that of
 * the first group.
 */
export function parseNameGroups(
  patientName: string,
  responsiblePerson: string,
  isHuman: boolean,
): PatientNames {
  const groups = listOtherGroups(patientName)
  if (isHuman) return { patient: joinGroups(groups.map(joinParts)), owner: '' }
  const { patient } = parsePatientAndOwner(patientName, responsiblePerson)
  const [first = ''] = splitComponents(patientName)
  const isSwapped = first === patient
  const owners = listOtherGroups(responsiblePerson)
  return {
    patient: joinGroups(
      groups.map(([one = '', other = '']) => (other === '' || isSwapped ? one : other)),
    ),
    owner: joinGroups(
      groups.map(
        ([one = '', other = ''], index) =>
          joinParts(owners[index] ?? []) || (other === '' ? '' : isSwapped ? other : one),
      ),
    ),
  }
}

const unnamedPrefix = 'UNNAMED-'

/** The patient ID of an animal whose files have none. */
export const createUnnamedNumber = (count: number | '') => `${unnamedPrefix}${count}`

/** The patient ID of an animal whose files have a name and no ID. */
export const createNumberOfNamed = (count: number | '') => `NO-ID-${count}`

/**
 * Whether this server, or one like it, gave the patient ID to an animal whose files have none. Every
 * clinic counts from 1, so that such an ID identifies an animal within its clinic only.
 */
export const isGeneratedNumber = (number: string) => /^(?:UNNAMED|NO-ID)-\d+$/u.test(number)

/** Whether an animal without a name and ID is called so, which says nothing about it in another clinic. */
export const isGeneratedName = (name: string) => /^Unnamed \d+$/u.test(name)

/** The name of an animal whose files have none: never a time, which reads like a number. */
export const createUnnamedName = (number: string) =>
  `Unnamed ${number.startsWith(unnamedPrefix) ? number.slice(unnamedPrefix.length) : number}`

/** Whether a record has no name of its own; earlier versions used the number as the name. */
export const isUnnamed = (name: string, number: string) =>
  name === number || name === createUnnamedName(number)

export const isSameName = (one: string, other: string) =>
  one !== '' && foldText(one) === foldText(other)

/** "Rex" and "REX von Berg" may be the same patient, "Rex" and "Bella" are not. */
export function mayBeSameName(one: string, other: string): boolean {
  if (one === other) return true
  const [words, others] = [one, other].map((name) => new Set(foldText(name).split(' ')))
  if (!words || !others || foldText(one) === '' || foldText(other) === '') return true
  const [fewer, more] = words.size <= others.size ? [words, others] : [others, words]
  return [...fewer].every((word) => more.has(word))
}
