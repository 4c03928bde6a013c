import { describe, expect, test } from 'vitest'
import type { PermissionFlag } from './enumerations.ts'
import { permissionFlags } from './enumerations.ts'
import { ClinicId, UserId } from './ids.ts'
import {
  can,
  capabilities,
  getLandingPage,
  mayActOnUser,
  mayAnnotateImage,
  mayAssignClinics,
  mayDeleteUser,
  mayEditUser,
  mayGrant,
  getNavigation,
  noFlags,
  offersAdvancedTools,
  isInReach,
  getCaseReach,
  getReach,
  getSettingsSections,
} from './permissions.ts'
import type { Actor, Capability } from './permissions.ts'

const createFlags = (...on: readonly PermissionFlag[]) => ({
  ...noFlags,
  ...Object.fromEntries(on.map((flag) => [flag, true])),
})
const own = ClinicId.parse(7)
const createActor = (id: number, ...on: readonly PermissionFlag[]): Actor => ({
  id: UserId.parse(id),
  username: 'somebody',
  clinicId: own,
  assignedClinicIds: [],
  flags: createFlags(...on),
})
const createTarget = (id: number, ...on: readonly PermissionFlag[]) => ({
  id: UserId.parse(id),
  isDeleted: false,
  flags: createFlags(...on),
})

/**
 * The table of the specification: each single flag of the list has the capability, no other has it.
 */
const all = [...permissionFlags, 'none'] as const
const allExcept = (...missing: readonly (typeof all)[number][]) =>
  all.filter((flag) => !missing.includes(flag))
const admins = ['clinicAdmin', 'superAdmin', 'contractSuperAdmin', 'root'] as const
const caseFlags = [
  'doctorCase',
  'radiologistCase',
  'clinicAdmin',
  'superAdmin',
  'operator',
  'root',
] as const

const expected: Record<Capability, readonly (typeof all)[number][]> = {
  'lookup.read': all,
  'settings.open': all,
  'doctor.read': all,
  'doctor.write': allExcept('operator'),
  'registration.use': allExcept('radiologistCase'),
  'study.read': allExcept('radiologistCase'),
  'image.view': all,
  'study.write': allExcept('radiologistCase'),
  'study.restore': ['clinicAdmin', 'superAdmin', 'root'],
  'study.delete': ['clinicAdmin', 'superAdmin', 'root'],
  'study.capture': allExcept('radiologistCase'),
  'report.create': ['report'],
  'report.manage': admins,
  'report.read-texts': ['report', ...admins],
  'hardware.inspect': ['root'],
  'device.manage': ['clinicAdmin', 'superAdmin', 'contractSuperAdmin', 'root'],
  'image.email': [
    'dicomForms',
    'clinicAdmin',
    'superAdmin',
    'contractSuperAdmin',
    'operator',
    'root',
  ],
  'image.dicom-forms': ['dicomForms', ...admins],
  'image.annotate': allExcept('radiologistCase'),
  'tray.decide': ['dicomForms', ...admins],
  'tray.discard': ['clinicAdmin', 'superAdmin', 'root'],
  'image.advanced-tools': ['advancedTools', ...admins],
  'case.read': caseFlags,
  'case.offer-create': ['doctorCase', ...admins],
  'case.create': [
    'doctorCase',
    'radiologistCase',
    'clinicAdmin',
    'superAdmin',
    'contractSuperAdmin',
    'operator',
    'root',
  ],
  'case.answer': ['radiologistCase'],
  'case.view-as-radiologist': ['radiologistCase'],
  'case.delete': ['clinicAdmin', 'superAdmin', 'root'],
  'case.cancel': caseFlags,
  'case.pay': ['doctorCase', 'radiologistCase', 'clinicAdmin', 'superAdmin', 'root'],
  'case.request-more': ['radiologistCase', 'superAdmin', 'root'],
  'case.manage': ['superAdmin', 'root'],
  'case.reopen': ['clinicAdmin', 'superAdmin', 'root'],
  'dicom-server.manage': ['dicomForms', 'superAdmin'],
  'dicom-server.read': ['dicomForms', ...admins],
  'dicom-device.manage': admins,
  'service-account.manage': admins,
  'email-config.manage': ['dicomForms', 'superAdmin'],
  'email-config.read': [
    'dicomForms',
    'clinicAdmin',
    'superAdmin',
    'contractSuperAdmin',
    'operator',
    'root',
  ],
  'bulk-download.use': ['bulkDownload', 'superAdmin'],
  'set-up.manage': admins,
  'clinic.read': all,
  'clinic.list': ['superAdmin', 'contractSuperAdmin', 'root'],
  'clinic.create': ['superAdmin', 'root'],
  'clinic.delete': ['superAdmin', 'root'],
  'clinic.edit': allExcept('operator'),
  'clinic.rename': ['superAdmin', 'root'],
  'clinic.see-status': ['root'],
  'user.read': all,
  'user.manage': admins,
  'user.choose-clinic': ['superAdmin', 'contractSuperAdmin', 'root'],
  'user.toggle-status': ['superAdmin', 'root'],
  'user.assign-clinics': ['superAdmin', 'root'],
  'user.delete': ['clinicAdmin', 'superAdmin', 'root'],
  'audit.read': ['superAdmin', 'root'],
  'backup.manage': ['superAdmin', 'root'],
  'backup.see-status': admins,
  'user.see-clinic': allExcept('clinicAdmin'),
}

test.each(capabilities)('capability %s is granted by exactly the specified flags', (capability) => {
  const holders = all.filter((flag) =>
    can({ flags: flag === 'none' ? createFlags() : createFlags(flag) }, capability),
  )
  expect(holders).toEqual(expected[capability])
})

test('an unknown capability is denied, even if it is named like an object property', () => {
  for (const name of ['toString', '__proto__', 'constructor', 'nothing'])
    expect(can(createActor(1, 'root'), name as Capability)).toBe(false)
})

test('an operator may only e-mail images, unless they are an administrator too', () => {
  const operator = { flags: createFlags('operator', 'dicomForms') }
  expect([can(operator, 'image.email'), can(operator, 'image.dicom-forms')]).toEqual([true, false])
  expect(can({ flags: createFlags('operator', 'clinicAdmin') }, 'image.dicom-forms')).toBe(true)
})

describe('reach', () => {
  const [one, two] = [ClinicId.parse(21), ClinicId.parse(22)]

  test('an ordinary user reaches only their own clinic', () => {
    expect(getReach(createActor(1, 'clinicAdmin'))).toEqual([own])
    expect(getReach({ ...createActor(1), assignedClinicIds: [one] })).toEqual([own])
  })
  test('a contract super admin reaches their assigned clinics', () => {
    const actor = { ...createActor(1, 'contractSuperAdmin'), assignedClinicIds: [one, own] }
    expect(getReach(actor)).toEqual([own, one])
    expect([isInReach(getReach(actor), one), isInReach(getReach(actor), two)]).toEqual([
      true,
      false,
    ])
  })
  test('root and super admins reach every clinic', () => {
    expect([getReach(createActor(1, 'root')), getReach(createActor(1, 'superAdmin'))]).toEqual([
      'every-clinic',
      'every-clinic',
    ])
  })
  test('a user without a clinic reaches none', () => {
    expect(getReach({ ...createActor(1), clinicId: null })).toEqual([])
  })
  test('a radiologist reaches cases, and their clinic only if they also work with its cases', () => {
    const radiologistId = UserId.parse(1)
    const reader = createActor(1, 'radiologistCase')
    expect(getCaseReach(reader)).toEqual({ radiologistId, clinicIds: [] })
    expect(isInReach(getCaseReach(reader), own)).toBe(false)
    const both = createActor(1, 'radiologistCase', 'doctorCase')
    expect(getCaseReach(both)).toEqual({ radiologistId, clinicIds: [own] })
    expect([isInReach(getCaseReach(both), own), isInReach(getCaseReach(both), one)]).toEqual([
      true,
      false,
    ])
  })
  test('a contract administrator who is a radiologist reaches the cases of their clinics', () => {
    const reader = {
      ...createActor(1, 'contractSuperAdmin', 'radiologistCase'),
      assignedClinicIds: [one],
    }
    expect(getCaseReach(reader)).toEqual({ radiologistId: reader.id, clinicIds: [own, one] })
  })
  test('other users reach the cases of their clinics, and root and super admins all', () => {
    expect(getCaseReach(createActor(1, 'doctorCase'))).toEqual([own])
    expect(getCaseReach(createActor(1, 'root', 'radiologistCase'))).toBe('every-clinic')
    expect(getCaseReach(createActor(1, 'superAdmin'))).toBe('every-clinic')
  })
})

describe('users', () => {
  test('a deleted user cannot be acted on', () => {
    expect(mayActOnUser(createActor(1, 'root'), { ...createTarget(2), isDeleted: true })).toBe(
      false,
    )
  })
  test('a root user may be changed only by themselves', () => {
    const root = createTarget(2, 'root')
    expect(mayActOnUser(createActor(1, 'superAdmin'), root)).toBe(false)
    expect(mayActOnUser(createActor(1, 'root'), root)).toBe(false)
    expect(mayActOnUser(createActor(2, 'root'), root)).toBe(true)
  })
  test('a root user cannot be deleted, not even by themselves', () => {
    expect(mayDeleteUser(createActor(2, 'root'), createTarget(2, 'root'))).toBe(false)
  })
  test('a user cannot be edited by an actor who may not grant their elevated flags', () => {
    const admin = createActor(1, 'clinicAdmin')
    expect(mayEditUser(admin, createTarget(2, 'doctorCase'))).toBe(true)
    expect(mayEditUser(admin, createTarget(2, 'clinicAdmin'))).toBe(true)
    expect(mayEditUser(admin, createTarget(2, 'superAdmin'))).toBe(false)
    expect(mayEditUser(admin, createTarget(2, 'contractSuperAdmin'))).toBe(false)
    expect(mayEditUser(admin, createTarget(2, 'radiologistCase'))).toBe(false)
    expect(mayEditUser(createActor(1, 'contractSuperAdmin'), createTarget(2, 'clinicAdmin'))).toBe(
      true,
    )
    expect(mayEditUser(createActor(1, 'superAdmin'), createTarget(2, 'radiologistCase'))).toBe(true)
    expect(mayEditUser(createActor(1, 'superAdmin'), createTarget(2, 'root'))).toBe(false)
    expect(mayEditUser(createActor(1, 'operator'), createTarget(2))).toBe(false)
  })
  test('a clinic admin may delete operators only', () => {
    const admin = createActor(1, 'clinicAdmin')
    expect(mayDeleteUser(admin, createTarget(2, 'operator'))).toBe(true)
    expect(mayDeleteUser(admin, createTarget(2))).toBe(false)
    expect(mayDeleteUser(admin, createTarget(2, 'doctorCase'))).toBe(false)
    expect(mayDeleteUser(admin, createTarget(2, 'operator', 'superAdmin'))).toBe(false)
  })
  test('super admins may delete other users, contract super admins may not', () => {
    expect(mayDeleteUser(createActor(1, 'superAdmin'), createTarget(2, 'clinicAdmin'))).toBe(true)
    expect(mayDeleteUser(createActor(1, 'contractSuperAdmin'), createTarget(2, 'operator'))).toBe(
      false,
    )
  })
  test('clinics can be assigned to contract super admins who are not root', () => {
    const actor = createActor(1, 'superAdmin')
    expect(mayAssignClinics(actor, createTarget(2, 'contractSuperAdmin'))).toBe(true)
    expect(mayAssignClinics(actor, createTarget(2, 'clinicAdmin'))).toBe(false)
    expect(
      mayAssignClinics(createActor(1, 'root'), createTarget(2, 'contractSuperAdmin', 'root')),
    ).toBe(false)
    expect(
      mayAssignClinics(createActor(1, 'clinicAdmin'), createTarget(2, 'contractSuperAdmin')),
    ).toBe(false)
  })
})

test('each permission flag can be granted by exactly the specified roles', () => {
  const granters = Object.fromEntries(
    permissionFlags.map((flag) => [
      flag,
      permissionFlags.filter((holder) => mayGrant(createActor(1, holder), flag)),
    ]),
  )
  const rootOrSuper = ['superAdmin', 'root']
  expect(granters).toEqual({
    report: rootOrSuper,
    advancedTools: rootOrSuper,
    dicomForms: rootOrSuper,
    bulkDownload: rootOrSuper,
    doctorCase: rootOrSuper,
    radiologistCase: rootOrSuper,
    clinicAdmin: ['superAdmin', 'contractSuperAdmin', 'root'],
    superAdmin: ['root'],
    contractSuperAdmin: rootOrSuper,
    operator: ['clinicAdmin', 'superAdmin', 'root'],
    root: [],
  })
})

test('advanced tools need a veterinary clinic', () => {
  const actor = createActor(1, 'advancedTools')
  expect([offersAdvancedTools(actor, 'Veterinary'), offersAdvancedTools(actor, 'Human')]).toEqual([
    true,
    false,
  ])
})

describe('navigation', () => {
  test('the navigation items depend on flags and variant', () => {
    const listNavigation = (...on: readonly PermissionFlag[]) =>
      (['local', 'cloud'] as const).map((variant) => getNavigation(createActor(1, ...on), variant))
    const always = ['settings', 'logout']
    const cases = ['cases', 'casestats']
    expect(listNavigation()).toEqual([
      ['registration', 'studylist', ...always],
      ['studylist', ...always],
    ])
    expect(listNavigation('doctorCase')[1]).toEqual(['studylist', ...cases, ...always])
    expect(listNavigation('contractSuperAdmin')[1]).toEqual(['studylist', ...always])
    expect(listNavigation('radiologistCase')).toEqual([
      [...cases, ...always],
      [...cases, ...always],
    ])
    expect(listNavigation('radiologistCase', 'root')[0]).toEqual(['studylist', ...cases, ...always])
  })

  test('the landing page depends on flags and variant', () => {
    expect(getLandingPage(createActor(1), 'local')).toBe('registration')
    expect(getLandingPage(createActor(1), 'cloud')).toBe('studylist')
    expect(getLandingPage(createActor(1, 'radiologistCase'), 'local')).toBe('cases')
    expect(getLandingPage(createActor(1, 'radiologistCase'), 'cloud')).toBe('cases')
  })

  test('the settings sections depend on the flags', () => {
    const listSections = (...on: readonly PermissionFlag[]) =>
      getSettingsSections(createActor(1, ...on), 'cloud')
    expect(listSections()).toEqual(['clinic', 'doctors'])
    expect(listSections('dicomForms')).toEqual(['clinic', 'doctors', 'dicom-servers', 'email'])
    expect(listSections('bulkDownload')).toEqual(['clinic', 'doctors', 'bulk-download'])
    expect(listSections('clinicAdmin')).toEqual(['clinic', 'users', 'doctors', 'dicom-access'])
    expect(listSections('contractSuperAdmin')).toEqual([
      'clinic',
      'clinics',
      'users',
      'doctors',
      'dicom-access',
    ])
    expect(listSections('root')).toEqual(['clinics', 'users', 'doctors', 'dicom-access', 'audit'])
    expect(listSections('superAdmin')).toEqual([
      'clinic',
      'clinics',
      'users',
      'doctors',
      'dicom-servers',
      'dicom-access',
      'email',
      'bulk-download',
      'audit',
    ])
    expect(getSettingsSections(createActor(1), 'local')).toContain('dicom-info')
    const listLocal = (...on: readonly PermissionFlag[]) =>
      getSettingsSections(createActor(1, ...on), 'local')
    expect(listLocal('root')).toContain('backup')
    expect(listLocal('superAdmin')).toContain('backup')
    // A backup holds every clinic.
    expect(listLocal('clinicAdmin')).not.toContain('backup')
  })
})

describe('mayAnnotateImage', () => {
  const [me, other] = [UserId.parse(1), UserId.parse(2)]
  const mine = { imageUserId: me, studyUserId: me }
  const operator = createActor(1, 'operator')

  test('an operator corrects an image that they took in their own study', () => {
    expect(mayAnnotateImage(operator, mine)).toBe(true)
    expect(mayAnnotateImage(operator, { ...mine, imageUserId: other })).toBe(false)
    expect(mayAnnotateImage(operator, { ...mine, studyUserId: other })).toBe(false)
  })

  test('a user with the DICOM forms corrects every image, a radiologist none', () => {
    const others = { imageUserId: other, studyUserId: other }
    expect(mayAnnotateImage(createActor(1, 'dicomForms'), others)).toBe(true)
    expect(mayAnnotateImage(createActor(1, 'clinicAdmin'), others)).toBe(true)
    expect(mayAnnotateImage(createActor(1), others)).toBe(false)
    expect(mayAnnotateImage(createActor(1, 'radiologistCase'), mine)).toBe(false)
  })
})
