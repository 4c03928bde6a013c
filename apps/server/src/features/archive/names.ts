import { collapsed, folded } from '@talus/contract'

/** Whose image it is: an animal and its owner, or a person. Empty where the file does not tell. */
export interface Names {
  readonly patient: string
  readonly owner: string
}

/** Longer ones are not names that anybody would find again. */
const longest = 64
const clean = (text: string) => Array.from(collapsed(text)).slice(0, longest).join('').trim()

/** `family^given^middle^prefix^suffix`, of which the alphabetic spelling comes first. */
const componentsOf = (personName: string) =>
  (personName.split('=', 1)[0] ?? '').split('^').map((part) => clean(part))

/** As it is said: given name first. */
export function spokenName(personName: string): string {
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = componentsOf(personName)
  return clean([prefix, given, middle, family, suffix].filter(Boolean).join(' '))
}

/**
 * PS3.3 C.7.1.1.1.1: the name of an animal is the family name of who is responsible for it, then its
 * own. Some systems write the animal alone, and some turn the two around, which shows where the owner
 * is named a second time.
 */
export function animalNames(patientName: string, responsiblePerson: string): Names {
  const [first = '', second = ''] = componentsOf(patientName)
  const owner = spokenName(responsiblePerson)
  if (second === '') return { patient: first, owner }
  const [family = ''] = componentsOf(responsiblePerson)
  const isTurned = isSame(family, second) && !isSame(family, first)
  return isTurned
    ? { patient: first, owner: owner || second }
    : { patient: second, owner: owner || first }
}

export const isSame = (one: string, other: string) => one !== '' && folded(one) === folded(other)

/** "Rex" and "REX von Berg" may be the same animal, "Rex" and "Bella" are not. */
export function mayBeSame(one: string, other: string): boolean {
  const [words, others] = [one, other].map((name) => new Set(folded(name).split(' ')))
  if (!words || !others || folded(one) === '' || folded(other) === '') return true
  const [fewer, more] = words.size <= others.size ? [words, others] : [others, words]
  return [...fewer].every((word) => more.has(word))
}
