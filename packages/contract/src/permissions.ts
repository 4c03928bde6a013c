import type { ClinicType, PermissionFlag, Variant } from './enumerations.ts'
import type { ClinicId, UserId } from './ids.ts'

/**
 * The permission rules. Code calls `can(actor, 'study.delete')` and never checks a flag or a role,
 * so that the meaning of a flag is defined in this file only; server and web use the same rules.
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
  /** A program with a key instead of a user. */
  readonly isService?: true
  /** The user must set up their second factor before they can do anything else. */
  readonly mustSetUp?: boolean
}

type Rule = (flags: Flags) => boolean

const everyone: Rule = () => true
const hasAnyOf =
  (...names: readonly PermissionFlag[]): Rule =>
  (flags) =>
    names.some((name) => flags[name])

export const hasAdminAccess = hasAnyOf('root', 'clinicAdmin', 'superAdmin', 'contractSuperAdmin')
const worksWithCases = hasAnyOf(
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
  // A radiologist views the images of their cases; the reach of the route bounds them.
  'image.view': everyone,
  'study.write': (flags) => flags.root || !flags.radiologistCase,
  'study.delete': hasAnyOf('root', 'clinicAdmin', 'superAdmin'),
  // An administrator who deletes a study by mistake can take it back.
  'study.restore': hasAnyOf('root', 'clinicAdmin', 'superAdmin'),
  'study.capture': (flags) => !flags.radiologistCase,
  'report.create': hasAnyOf('report'),
  // Administrators keep the letterhead and the texts of the clinic, also if they write no reports.
  'report.manage': (flags) => hasAdminAccess(flags),
  'report.read-texts': (flags) => flags.report || hasAdminAccess(flags),
  'hardware.inspect': hasAnyOf('root'),
  'device.manage': (flags) => hasAdminAccess(flags),
  'image.email': (flags) => flags.operator || flags.dicomForms || hasAdminAccess(flags),
  // An operator sees the e-mail item only, unless they are an administrator too.
  'image.dicom-forms': (flags) => hasAdminAccess(flags) || (flags.dicomForms && !flags.operator),
  // Users who capture may correct their own images; see `mayAnnotateImage`.
  'image.annotate': (flags) =>
    !flags.radiologistCase || hasAdminAccess(flags) || (flags.dicomForms && !flags.operator),
  // Users with `study.read` see the tray; those who may correct images decide.
  'tray.decide': (flags) => hasAdminAccess(flags) || (flags.dicomForms && !flags.operator),
  // Replacing an image discards its previous file, as deleting its study does.
  'tray.discard': hasAnyOf('root', 'clinicAdmin', 'superAdmin'),
  'image.advanced-tools': (flags) => flags.advancedTools || hasAdminAccess(flags),

  'case.read': (flags) => worksWithCases(flags),
  'case.offer-create': (flags) => flags.doctorCase || hasAdminAccess(flags),
  'case.create': (flags) => worksWithCases(flags) || flags.contractSuperAdmin,
  'case.answer': hasAnyOf('radiologistCase'),
  'case.view-as-radiologist': hasAnyOf('radiologistCase'),
  // The right of a contract administrator takes effect with a flag that shows the cases.
  'case.delete': (flags) =>
    worksWithCases(flags) && (hasAdminAccess(flags) || flags.contractSuperAdmin),
  'case.cancel': (flags) => worksWithCases(flags),
  'case.pay': (flags) => worksWithCases(flags) && !flags.operator,
  'case.request-more': hasAnyOf('radiologistCase', 'root', 'superAdmin'),
  // A case whose radiologist is absent can be given to another one.
  'case.manage': hasAnyOf('root', 'superAdmin'),
  'case.reopen': hasAnyOf('root', 'clinicAdmin', 'superAdmin'),

  'dicom-server.manage': hasAnyOf('dicomForms', 'superAdmin'),
  // Sending needs the list of servers, so users who may send may read it.
  'dicom-server.read': (flags) => flags.dicomForms || hasAdminAccess(flags),
  // Administrators decide which devices and programs connect to the clinic.
  'dicom-device.manage': (flags) => hasAdminAccess(flags),
  'service-account.manage': (flags) => hasAdminAccess(flags),
  'email-config.manage': hasAnyOf('dicomForms', 'superAdmin'),
  'email-config.read': (flags) => flags.operator || flags.dicomForms || hasAdminAccess(flags),
  'bulk-download.use': hasAnyOf('bulkDownload', 'superAdmin'),

  // The guided set-up after the first start.
  'set-up.manage': (flags) => hasAdminAccess(flags),

  'clinic.read': everyone,
  'clinic.list': hasAnyOf('root', 'superAdmin', 'contractSuperAdmin'),
  'clinic.create': hasAnyOf('root', 'superAdmin'),
  'clinic.delete': hasAnyOf('root', 'superAdmin'),
  'clinic.edit': (flags) => !flags.operator,
  'clinic.rename': hasAnyOf('root', 'superAdmin'),
  'clinic.see-status': hasAnyOf('root'),

  'user.read': everyone,
  'user.manage': hasAnyOf('root', 'clinicAdmin', 'superAdmin', 'contractSuperAdmin'),
  'user.choose-clinic': hasAnyOf('root', 'superAdmin', 'contractSuperAdmin'),
  'user.toggle-status': hasAnyOf('root', 'superAdmin'),
  'user.assign-clinics': hasAnyOf('root', 'superAdmin'),
  'user.delete': hasAnyOf('root', 'clinicAdmin', 'superAdmin'),
  'audit.read': hasAnyOf('root', 'superAdmin'),
  // A backup has the data of every clinic: who names its target can carry all of it away.
  'backup.manage': hasAnyOf('root', 'superAdmin'),
  'backup.see-status': (flags) => hasAdminAccess(flags),
  'user.see-clinic': (flags) => !flags.clinicAdmin || flags.superAdmin || flags.root,
} satisfies Record<string, Rule>

export type Capability = keyof typeof rules
export const capabilities = Object.keys(rules) as readonly Capability[]

export const can = (actor: Pick<Actor, 'flags'>, capability: Capability): boolean =>
  Object.hasOwn(rules, capability) && rules[capability](actor.flags)

/** The clinics whose data an actor may access; every query of clinic data is limited to them. */
export type ClinicReach = 'every-clinic' | readonly ClinicId[]

/**
 * The reach of a radiologist: the cases that are offered or assigned to them and the records that
 * belong to these cases, of any clinic; and everything of `clinicIds`, for a radiologist who also
 * works at a clinic.
 */
export interface CaseReach {
  readonly radiologistId: UserId
  readonly clinicIds: readonly ClinicId[]
}

export type Reach = ClinicReach | CaseReach

export function getReach(actor: Actor): ClinicReach {
  if (actor.flags.root || actor.flags.superAdmin) return 'every-clinic'
  const own = actor.clinicId === null ? [] : [actor.clinicId]
  return actor.flags.contractSuperAdmin ? [...new Set([...own, ...actor.assignedClinicIds])] : own
}

/** The reach of an actor on routes of cases, which cross clinics. */
export function getCaseReach(actor: Actor): Reach {
  const reach = getReach(actor)
  if (reach === 'every-clinic' || !actor.flags.radiologistCase) return reach
  // Users who create cases for clinics act for them as radiologists too, contract administrators
  // included.
  const actsForClinic = can({ flags: { ...actor.flags, radiologistCase: false } }, 'case.create')
  return { radiologistId: actor.id, clinicIds: actsForClinic ? reach : [] }
}

export const isCaseReach = (reach: Reach): reach is CaseReach =>
  typeof reach === 'object' && 'radiologistId' in reach

export function isInReach(reach: Reach, clinicId: ClinicId): boolean {
  if (reach === 'every-clinic') return true
  return (isCaseReach(reach) ? reach.clinicIds : reach).includes(clinicId)
}

/** The user on whom an actor acts. */
export interface TargetUser {
  readonly id: UserId
  readonly isDeleted: boolean
  readonly flags: Flags
}

/** A root user may be changed only by themselves. */
export function mayActOnUser(actor: Actor, target: TargetUser): boolean {
  if (target.isDeleted) return false
  if (!target.flags.root) return true
  return actor.flags.root && actor.id === target.id
}

/**
 * Flags that give a user more rights than a clinic's ordinary staff. An actor who sets the password
 * of such a user could sign in as that user, so the actor must have these flags or be able to grant
 * them.
 */
const elevatedFlags = [
  'root',
  'superAdmin',
  'contractSuperAdmin',
  'clinicAdmin',
  'radiologistCase',
] as const satisfies readonly PermissionFlag[]

/** Whether the actor may change the details, password or status of this user. */
export const mayEditUser = (actor: Actor, target: TargetUser): boolean =>
  can(actor, 'user.manage') &&
  mayActOnUser(actor, target) &&
  elevatedFlags.every((flag) => !target.flags[flag] || actor.flags[flag] || mayGrant(actor, flag))

export function mayDeleteUser(actor: Actor, target: TargetUser): boolean {
  if (!can(actor, 'user.delete') || !mayActOnUser(actor, target) || target.flags.root) return false
  if (actor.flags.root || actor.flags.superAdmin) return true
  return target.flags.operator && !hasAdminAccess(target.flags)
}

/** The users who took an image and to whom its study belongs. */
export interface ImageAuthors {
  readonly imageUserId: UserId
  readonly studyUserId: UserId
}

/**
 * Whether the actor may correct body part and view of an image. An operator corrects an image that
 * they took, in a study of their own; a wrong side would otherwise cost a second exposure.
 */
export const mayAnnotateImage = (
  actor: Actor,
  { imageUserId, studyUserId }: ImageAuthors,
): boolean =>
  can(actor, 'image.dicom-forms') ||
  (can(actor, 'image.annotate') && imageUserId === actor.id && studyUserId === actor.id)

export const mayAssignClinics = (actor: Actor, target: TargetUser): boolean =>
  can(actor, 'user.assign-clinics') &&
  mayActOnUser(actor, target) &&
  target.flags.contractSuperAdmin &&
  !target.flags.root

const isRootOrSuperAdmin = hasAnyOf('root', 'superAdmin')
const grantRules: Record<PermissionFlag, Rule> = {
  report: isRootOrSuperAdmin,
  advancedTools: isRootOrSuperAdmin,
  dicomForms: isRootOrSuperAdmin,
  bulkDownload: isRootOrSuperAdmin,
  doctorCase: isRootOrSuperAdmin,
  radiologistCase: isRootOrSuperAdmin,
  clinicAdmin: hasAnyOf('root', 'superAdmin', 'contractSuperAdmin'),
  superAdmin: hasAnyOf('root'),
  contractSuperAdmin: isRootOrSuperAdmin,
  operator: hasAnyOf('root', 'clinicAdmin', 'superAdmin'),
  // Only the first user of a system has the root flag; it cannot be granted.
  root: () => false,
}

/** Whether the actor may switch this flag on or off for any user. */
export const mayGrant = (actor: Pick<Actor, 'flags'>, flag: PermissionFlag): boolean =>
  Object.hasOwn(grantRules, flag) && grantRules[flag](actor.flags)

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

export const getNavigation = (actor: Pick<Actor, 'flags'>, variant: Variant) =>
  navigationItems.filter((item) => navigationRules[item](actor, variant))

/** The first page after sign-in, and the target of a redirect from a forbidden page. */
export function getLandingPage(actor: Pick<Actor, 'flags'>, variant: Variant) {
  const items = getNavigation(actor, variant)
  if (items.includes('registration')) return 'registration'
  return items.includes('studylist') ? 'studylist' : 'cases'
}

export const settingsSections = [
  'clinic',
  'clinics',
  'users',
  'doctors',
  'devices',
  'dicom-servers',
  'dicom-access',
  'email',
  'dicom-info',
  'bulk-download',
  'backup',
  'audit',
] as const
export type SettingsSection = (typeof settingsSections)[number]

const sectionRules: Record<SettingsSection, (flags: Flags, variant: Variant) => boolean> = {
  clinic: (flags) => !flags.root,
  clinics: (flags) => can({ flags }, 'clinic.list'),
  users: (flags) => can({ flags }, 'user.manage'),
  doctors: () => true,
  devices: (flags, variant) => variant === 'local' && can({ flags }, 'device.manage'),
  'dicom-servers': (flags) => !flags.root && can({ flags }, 'dicom-server.manage'),
  'dicom-access': (flags) => can({ flags }, 'dicom-device.manage'),
  email: (flags) => !flags.root && can({ flags }, 'email-config.manage'),
  'dicom-info': (_flags, variant) => variant === 'local',
  'bulk-download': (flags) => !flags.root && can({ flags }, 'bulk-download.use'),
  backup: (flags, variant) => variant === 'local' && can({ flags }, 'backup.manage'),
  audit: (flags) => can({ flags }, 'audit.read'),
}

/**
 * The visible settings sections. Settings opens at the first one: Clinic, or All Clinics for root.
 */
export const getSettingsSections = (actor: Pick<Actor, 'flags'>, variant: Variant) =>
  settingsSections.filter((section) => sectionRules[section](actor.flags, variant))
