import type { PermissionFlag } from '@talus/contract'
import type { ClinicKey } from './demo-clinics.ts'

/** Published in the manual; a system with real patients is started without a demo. */
export const demoPassword = 'Talus-demo-1'

interface DemoUser {
  readonly firstName: string
  readonly lastName: string
  readonly clinic: ClinicKey
  readonly flags: readonly PermissionFlag[]
  /** The clinics that a contract super admin is responsible for. */
  readonly assigned?: readonly ClinicKey[]
  readonly maxClinicCount?: number
}

const doctorFlags: readonly PermissionFlag[] = [
  'doctorCase',
  'report',
  'advancedTools',
  'dicomForms',
  'bulkDownload',
]
const adminFlags: readonly PermissionFlag[] = ['clinicAdmin', 'report']

export const demoUsers = {
  root: { firstName: 'Robin', lastName: 'Ashgrove', clinic: 'en', flags: ['root'] },
  super: { firstName: 'Sonia', lastName: 'Vandermeer', clinic: 'en', flags: ['superAdmin'] },
  contract: {
    firstName: 'Camille',
    lastName: 'Thibodeau',
    clinic: 'en',
    flags: ['contractSuperAdmin'],
    assigned: ['en', 'fr'],
    maxClinicCount: 2,
  },
  'admin.en': { firstName: 'Alice', lastName: 'Merriweather', clinic: 'en', flags: adminFlags },
  'operator.en': { firstName: 'Owen', lastName: 'Pettigrew', clinic: 'en', flags: ['operator'] },
  'doctor.en': { firstName: 'Nora', lastName: 'Whitlock', clinic: 'en', flags: doctorFlags },
  'staff.en': { firstName: 'Tess', lastName: 'Galbraith', clinic: 'en', flags: [] },
  'admin.fr': { firstName: 'Amélie', lastName: 'Courtemanche', clinic: 'fr', flags: adminFlags },
  'operator.fr': { firstName: 'Olivier', lastName: 'Brassard', clinic: 'fr', flags: ['operator'] },
  'doctor.fr': {
    firstName: 'Hélène',
    lastName: 'Desrosiers-Roy',
    clinic: 'fr',
    flags: doctorFlags,
  },
  'staff.fr': { firstName: 'Noémie', lastName: 'Vaillancourt', clinic: 'fr', flags: [] },
  'admin.human': {
    firstName: 'Harriet',
    lastName: 'Lindqvist',
    clinic: 'human',
    flags: adminFlags,
  },
  rad1: { firstName: 'Rachel', lastName: 'Dunmore', clinic: 'en', flags: ['radiologistCase'] },
  rad2: { firstName: 'Rémi', lastName: 'Beausoleil', clinic: 'fr', flags: ['radiologistCase'] },
} as const satisfies Readonly<Record<string, DemoUser>>

export type DemoUsername = keyof typeof demoUsers
export const demoUserEntries: readonly (readonly [string, DemoUser])[] = Object.entries(demoUsers)
/** In the order in which the server prints them at its start. */
export const demoUsernames: readonly string[] = Object.keys(demoUsers)

/** The users who create a clinic's records, with their frequency. */
export const recordUsers: Readonly<
  Record<ClinicKey, readonly (readonly [DemoUsername, weight: number])[]>
> = {
  en: [
    ['operator.en', 6],
    ['staff.en', 3],
    ['doctor.en', 3],
    ['admin.en', 1],
  ],
  fr: [
    ['operator.fr', 6],
    ['staff.fr', 3],
    ['doctor.fr', 3],
    ['admin.fr', 1],
  ],
  human: [['admin.human', 1]],
}
