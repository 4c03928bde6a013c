import type { Language } from './words.ts'

export const password = 'Talus-demo-1'

export type Page = 'registration' | 'studylist' | 'cases' | 'casestats' | 'settings'

export interface Person {
  /** Their clinic's language: what the screens speak until they choose. */
  readonly language: Language
  readonly clinic: string
  /** The sidebar in the local variant, from top to bottom, as SHELL-22 to SHELL-25 have it. */
  readonly pages: readonly Page[]
}

const english = { language: 'en', clinic: 'Harrow Creek Animal Hospital' } as const
const french = { language: 'fr', clinic: 'Clinique vétérinaire du Grand-Érable' } as const
const human = { language: 'en', clinic: 'Northlight Medical Imaging' } as const

const everything: readonly Page[] = ['registration', 'studylist', 'cases', 'casestats', 'settings']
const withoutCases: readonly Page[] = ['registration', 'studylist', 'settings']
const radiologist: readonly Page[] = ['cases', 'casestats', 'settings']

/** The demo sign-ins, one of each role. */
export const people = {
  root: { ...english, pages: everything },
  super: { ...english, pages: everything },
  contract: { ...english, pages: withoutCases },
  'admin.en': { ...english, pages: everything },
  'operator.en': { ...english, pages: everything },
  'doctor.en': { ...english, pages: everything },
  'staff.en': { ...english, pages: withoutCases },
  'admin.fr': { ...french, pages: everything },
  'operator.fr': { ...french, pages: everything },
  'doctor.fr': { ...french, pages: everything },
  'staff.fr': { ...french, pages: withoutCases },
  'admin.human': { ...human, pages: everything },
  rad1: { ...english, pages: radiologist },
  rad2: { ...french, pages: radiologist },
} as const satisfies Readonly<Record<string, Person>>

export type Username = keyof typeof people
export const personEntries = Object.entries(people) as readonly (readonly [Username, Person])[]
