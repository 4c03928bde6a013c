import type { Language } from './i18n-texts.ts'

export const password = 'Talus-demo-1'

export type SidebarPage = 'registration' | 'studylist' | 'cases' | 'casestats' | 'settings'

export interface DemoUser {
  /** The language of the clinic, which the screens use until the user chooses one. */
  readonly language: Language
  readonly clinic: string
  /**
   * The pages in the sidebar of the local variant, from top to bottom, as the specification lists
   * them.
   */
  readonly pages: readonly SidebarPage[]
}

const english = { language: 'en', clinic: 'Harrow Creek Animal Hospital' } as const
const french = { language: 'fr', clinic: 'Clinique vétérinaire du Grand-Érable' } as const
const human = { language: 'en', clinic: 'Northlight Medical Imaging' } as const

const everything: readonly SidebarPage[] = [
  'registration',
  'studylist',
  'cases',
  'casestats',
  'settings',
]
const withoutCases: readonly SidebarPage[] = ['registration', 'studylist', 'settings']
const radiologist: readonly SidebarPage[] = ['cases', 'casestats', 'settings']

/** The demo users, at least one for each role. */
export const users = {
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
} as const satisfies Readonly<Record<string, DemoUser>>

export type Username = keyof typeof users
export const userEntries = Object.entries(users) as readonly (readonly [Username, DemoUser])[]
