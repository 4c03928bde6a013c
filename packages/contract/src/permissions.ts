import type { ClinicType, PermissionFlag, Variant } from './enumerations.ts'
import { caseStatus } from './enumerations.ts'
import type { ClinicId, UserId } from './ids.ts'

/**
 * Who may do what. Code asks `can(actor, 'study.delete')`, never for a flag or a role, so that the
 * meaning of a flag lives in this file alone; the server and the screens read the same rules.
 */
export type Flags = Readonly<Record<PermissionFlag, boolean>>

export const noFlags: Flags = {
  report: false,
  advancedTools: false,
  dicomForms: false,
  bulkDownload: false,
  doctorCase: false,
  radiologistCase: false,
  clinicAdmin: false,
  superAdmin: false,
  contractSuperAdmin: false,
  operator: false,
  root: false,
}

export interface Actor {
  readonly id: UserId
  readonly username: string
  readonly clinicId: ClinicId | null
  readonly assignedClinicIds: readonly ClinicId[]
  readonly flags: Flags
}

type Rule = (flags: Flags) => boolean

const everyone: Rule = () => true
const anyOf =
  (...names: readonly PermissionFlag[]): Rule =>
  (flags) =>
    names.some((name) => flags[name])

export const hasAdminAccess = anyOf('root', 'clinicAdmin', 'superAdmin', 'contractSuperAdmin')
const worksWithCases = anyOf(
  'root',
  'superAdmin',
  'radiologistCase',
  'doctorCase',
  'clinicAdmin',
  'operator',
)

const rules = {
  'lookup.read': everyone,
  'settings.open': everyone,
  'doctor.read': everyone,
  'doctor.write': (flags) => !flags.operator,
  'registration.use': (flags) => !flags.radiologistCase,
  'study.read': (flags) => flags.root || !flags.radiologistCase,
  'study.write': (flags) => flags.root || !flags.radiologistCase,
  'study.delete': anyOf('root', 'clinicAdmin', 'superAdmin'),
  'study.restore': anyOf('root'),
  'study.capture': (flags) => !flags.radiologistCase,
  'report.create': anyOf('report'),
  'hardware.inspect': anyOf('root'),
  'image.email': (flags) => flags.operator || flags.dicomForms || hasAdminAccess(flags),
  // An operator sees the e-mail item only, unless he is an administrator as well.
  'image.dicom-forms': (flags) => hasAdminAccess(flags) || (flags.dicomForms && !flags.operator),
  'image.advanced-tools': (flags) => flags.advancedTools || hasAdminAccess(flags),

  'case.read': (flags) => worksWithCases(flags),
  'case.offer-create': (flags) => flags.doctorCase || hasAdminAccess(flags),
  'case.create': (flags) => worksWithCases(flags) || flags.contractSuperAdmin,
  'case.read-every-clinic': anyOf('root', 'superAdmin', 'radiologistCase'),
  'case.answer': anyOf('radiologistCase'),
  'case.view-as-radiologist': anyOf('radiologistCase'),
  'case.delete': anyOf('root', 'clinicAdmin', 'superAdmin', 'contractSuperAdmin'),
  'case.cancel': (flags) => worksWithCases(flags),
  'case.pay': (flags) => worksWithCases(flags) && !flags.operator,
  'case.request-more': anyOf('radiologistCase', 'root', 'superAdmin'),

  'dicom-server.manage': anyOf('dicomForms', 'superAdmin'),
  // Sending needs the list of servers, so whoever may send may read it.
  'dicom-server.read': (flags) => flags.dicomForms || hasAdminAccess(flags),
  'email-config.manage': anyOf('dicomForms', 'superAdmin'),
  'email-config.read': (flags) => flags.operator || flags.dicomForms || hasAdminAccess(flags),
  'bulk-download.use': anyOf('bulkDownload', 'superAdmin'),

  'clinic.read': everyone,
  'clinic.list': anyOf('root', 'superAdmin', 'contractSuperAdmin'),
  'clinic.create': anyOf('root', 'superAdmin'),
  'clinic.delete': anyOf('root', 'superAdmin'),
  'clinic.edit': (flags) => !flags.operator,
  'clinic.rename': anyOf('root', 'superAdmin'),
  'clinic.see-status': anyOf('root'),

  'user.read': everyone,
  'user.manage': anyOf('root', 'clinicAdmin', 'superAdmin', 'contractSuperAdmin'),
  'user.choose-clinic': anyOf('root', 'superAdmin', 'contractSuperAdmin'),
  'user.toggle-status': anyOf('root', 'superAdmin'),
  'user.assign-clinics': anyOf('root', 'superAdmin'),
  'user.delete': anyOf('root', 'clinicAdmin', 'superAdmin'),
  'audit.read': anyOf('root', 'superAdmin'),
  'user.see-clinic': (flags) => !flags.clinicAdmin || flags.superAdmin || flags.root,
} satisfies Record<string, Rule>

export type Capability = keyof typeof rules
export const capabilities = Object.keys(rules) as readonly Capability[]

export const can = (actor: Pick<Actor, 'flags'>, capability: Capability): boolean =>
  Object.hasOwn(rules, capability) && rules[capability](actor.flags)

/** The clinics whose data an actor reaches; every query of clinic data is bounded by it. */
export type Reach = 'every-clinic' | readonly ClinicId[]

export function reachOf(actor: Actor): Reach {
  if (actor.flags.root || actor.flags.superAdmin) return 'every-clinic'
  const own = actor.clinicId === null ? [] : [actor.clinicId]
  return actor.flags.contractSuperAdmin ? [...new Set([...own, ...actor.assignedClinicIds])] : own
}

export const reaches = (reach: Reach, clinicId: ClinicId): boolean =>
  reach === 'every-clinic' || reach.includes(clinicId)

/** What a rule about people needs to know of the person it is about. */
export interface Target {
  readonly id: UserId
  readonly isDeleted: boolean
  readonly flags: Flags
}

/** Nobody but root touches a root user, and a root touches no other root. */
export function mayActOnUser(actor: Actor, target: Target): boolean {
  if (target.isDeleted) return false
  if (!target.flags.root) return true
  return actor.flags.root && actor.id === target.id
}

/**
 * Flags that lift a person above a clinic's ordinary staff, or beyond the clinic. Whoever could set
 * the password of such a person could sign in as him, so he needs to hold or be able to grant them.
 */
const liftingFlags = [
  'root',
  'superAdmin',
  'contractSuperAdmin',
  'clinicAdmin',
  'radiologistCase',
] as const satisfies readonly PermissionFlag[]

/** Whether the actor may change this person's details, password or status. */
export const mayEditUser = (actor: Actor, target: Target): boolean =>
  can(actor, 'user.manage') &&
  mayActOnUser(actor, target) &&
  liftingFlags.every((flag) => !target.flags[flag] || actor.flags[flag] || mayGrant(actor, flag))

export function mayDeleteUser(actor: Actor, target: Target): boolean {
  if (!can(actor, 'user.delete') || !mayActOnUser(actor, target) || target.flags.root) return false
  if (actor.flags.root || actor.flags.superAdmin) return true
  return target.flags.operator && !hasAdminAccess(target.flags)
}

export const mayAssignClinics = (actor: Actor, target: Target): boolean =>
  can(actor, 'user.assign-clinics') &&
  mayActOnUser(actor, target) &&
  target.flags.contractSuperAdmin &&
  !target.flags.root

const byRootOrSuper = anyOf('root', 'superAdmin')
const grantRules: Record<PermissionFlag, Rule> = {
  report: byRootOrSuper,
  advancedTools: byRootOrSuper,
  dicomForms: byRootOrSuper,
  bulkDownload: byRootOrSuper,
  doctorCase: byRootOrSuper,
  radiologistCase: byRootOrSuper,
  clinicAdmin: anyOf('root', 'superAdmin', 'contractSuperAdmin'),
  superAdmin: anyOf('root'),
  contractSuperAdmin: byRootOrSuper,
  operator: anyOf('root', 'clinicAdmin', 'superAdmin'),
  // The root flag comes with the first user of a system and is never handed on.
  root: () => false,
}

/** Whether the actor may switch this flag, on or off, on anybody. */
export const mayGrant = (actor: Pick<Actor, 'flags'>, flag: PermissionFlag): boolean =>
  Object.hasOwn(grantRules, flag) && grantRules[flag](actor.flags)

export const mayCancelCase = (actor: Pick<Actor, 'flags'>, status: number): boolean =>
  can(actor, 'case.cancel') &&
  status < (actor.flags.radiologistCase ? caseStatus.finalized : caseStatus.assigned)

export const offersAdvancedTools = (
  actor: Pick<Actor, 'flags'>,
  clinicType: ClinicType | undefined,
): boolean => clinicType === 'Veterinary' && can(actor, 'image.advanced-tools')

export const navigationItems = [
  'registration',
  'studylist',
  'cases',
  'casestats',
  'settings',
  'logout',
] as const
export type NavigationItem = (typeof navigationItems)[number]

const navigationRules: Record<
  NavigationItem,
  (actor: Pick<Actor, 'flags'>, variant: Variant) => boolean
> = {
  registration: (actor, variant) => variant === 'local' && can(actor, 'registration.use'),
  studylist: (actor) => can(actor, 'study.read'),
  cases: (actor) => can(actor, 'case.read'),
  casestats: (actor) => can(actor, 'case.read'),
  settings: () => true,
  logout: () => true,
}

export const navigationOf = (actor: Pick<Actor, 'flags'>, variant: Variant) =>
  navigationItems.filter((item) => navigationRules[item](actor, variant))

/** Where a person starts, and is led back to from a page that is not his. */
export function landingOf(actor: Pick<Actor, 'flags'>, variant: Variant) {
  const items = navigationOf(actor, variant)
  if (items.includes('registration')) return 'registration'
  return items.includes('studylist') ? 'studylist' : 'cases'
}

export const settingsSections = [
  'clinic',
  'clinics',
  'users',
  'doctors',
  'dicom-servers',
  'email',
  'dicom-info',
  'bulk-download',
  'audit',
] as const
export type SettingsSection = (typeof settingsSections)[number]

const sectionRules: Record<SettingsSection, (flags: Flags, variant: Variant) => boolean> = {
  clinic: (flags) => !flags.root,
  clinics: (flags) => can({ flags }, 'clinic.list'),
  users: (flags) => can({ flags }, 'user.manage'),
  doctors: () => true,
  'dicom-servers': (flags) => !flags.root && can({ flags }, 'dicom-server.manage'),
  email: (flags) => !flags.root && can({ flags }, 'email-config.manage'),
  'dicom-info': (_flags, variant) => variant === 'local',
  'bulk-download': (flags) => !flags.root && can({ flags }, 'bulk-download.use'),
  audit: (flags) => can({ flags }, 'audit.read'),
}

/** The first of the list is where Settings opens: Clinic, or All Clinics for root. */
export const settingsSectionsOf = (actor: Pick<Actor, 'flags'>, variant: Variant) =>
  settingsSections.filter((section) => sectionRules[section](actor.flags, variant))
