import { describe, expect, test } from 'vitest'
import type { PermissionFlag } from './enumerations.ts'
import { permissionFlags } from './enumerations.ts'
import { ClinicId, UserId } from './ids.ts'
import {
  can,
  capabilities,
  landingOf,
  mayActOnUser,
  mayAssignClinics,
  mayCancelCase,
  mayDeleteUser,
  mayEditUser,
  mayGrant,
  navigationOf,
  noFlags,
  offersAdvancedTools,
  reaches,
  reachOf,
  settingsSectionsOf,
} from './permissions.ts'
import type { Actor, Capability } from './permissions.ts'

const flags = (...on: readonly PermissionFlag[]) => ({
  ...noFlags,
  ...Object.fromEntries(on.map((flag) => [flag, true])),
})
const own = ClinicId.parse(7)
const person = (id: number, ...on: readonly PermissionFlag[]): Actor => ({
  id: UserId.parse(id),
  username: 'somebody',
  clinicId: own,
  assignedClinicIds: [],
  flags: flags(...on),
})
const target = (id: number, ...on: readonly PermissionFlag[]) => ({
  id: UserId.parse(id),
  isDeleted: false,
  flags: flags(...on),
})

/** The rows of the specification: exactly these single flags carry the capability. */
const all = [...permissionFlags, 'none'] as const
const allBut = (...missing: readonly (typeof all)[number][]) =>
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
  'doctor.write': allBut('operator'),
  'registration.use': allBut('radiologistCase'),
  'study.read': allBut('radiologistCase'),
  'study.write': allBut('radiologistCase'),
  'study.restore': ['root'],
  'study.delete': ['clinicAdmin', 'superAdmin', 'root'],
  'study.capture': allBut('radiologistCase'),
  'report.create': ['report'],
  'hardware.inspect': ['root'],
  'image.email': [
    'dicomForms',
    'clinicAdmin',
    'superAdmin',
    'contractSuperAdmin',
    'operator',
    'root',
  ],
  'image.dicom-forms': ['dicomForms', ...admins],
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
  'case.read-every-clinic': ['radiologistCase', 'superAdmin', 'root'],
  'case.answer': ['radiologistCase'],
  'case.view-as-radiologist': ['radiologistCase'],
  'case.delete': admins,
  'case.cancel': caseFlags,
  'case.pay': ['doctorCase', 'radiologistCase', 'clinicAdmin', 'superAdmin', 'root'],
  'case.request-more': ['radiologistCase', 'superAdmin', 'root'],
  'dicom-server.manage': ['dicomForms', 'superAdmin'],
  'dicom-server.read': ['dicomForms', ...admins],
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
  'clinic.read': all,
  'clinic.list': ['superAdmin', 'contractSuperAdmin', 'root'],
  'clinic.create': ['superAdmin', 'root'],
  'clinic.delete': ['superAdmin', 'root'],
  'clinic.edit': allBut('operator'),
  'clinic.rename': ['superAdmin', 'root'],
  'clinic.see-status': ['root'],
  'user.read': all,
  'user.manage': admins,
  'user.choose-clinic': ['superAdmin', 'contractSuperAdmin', 'root'],
  'user.toggle-status': ['superAdmin', 'root'],
  'user.assign-clinics': ['superAdmin', 'root'],
  'user.delete': ['clinicAdmin', 'superAdmin', 'root'],
  'audit.read': ['superAdmin', 'root'],
  'user.see-clinic': allBut('clinicAdmin'),
}

test.each(capabilities)('%s belongs to exactly those who should have it', (capability) => {
  const holders = all.filter((flag) =>
    can({ flags: flag === 'none' ? flags() : flags(flag) }, capability),
  )
  expect(holders).toEqual(expected[capability])
})

test('an unknown capability is nobody’s, whatever it is called', () => {
  for (const name of ['toString', '__proto__', 'constructor', 'nothing'])
    expect(can(person(1, 'root'), name as Capability)).toBe(false)
})

test('an operator sees the e-mail item alone, unless he is an administrator too', () => {
  const operator = { flags: flags('operator', 'dicomForms') }
  expect([can(operator, 'image.email'), can(operator, 'image.dicom-forms')]).toEqual([true, false])
  expect(can({ flags: flags('operator', 'clinicAdmin') }, 'image.dicom-forms')).toBe(true)
})

describe('reach', () => {
  const [one, two] = [ClinicId.parse(21), ClinicId.parse(22)]

  test('a clinic’s user reaches his clinic', () => {
    expect(reachOf(person(1, 'clinicAdmin'))).toEqual([own])
    expect(reachOf({ ...person(1), assignedClinicIds: [one] })).toEqual([own])
  })
  test('a contract super admin reaches what is assigned to him', () => {
    const actor = { ...person(1, 'contractSuperAdmin'), assignedClinicIds: [one, own] }
    expect(reachOf(actor)).toEqual([own, one])
    expect([reaches(reachOf(actor), one), reaches(reachOf(actor), two)]).toEqual([true, false])
  })
  test('root and super admins reach every clinic', () => {
    expect([reachOf(person(1, 'root')), reachOf(person(1, 'superAdmin'))]).toEqual([
      'every-clinic',
      'every-clinic',
    ])
  })
  test('nobody without a clinic reaches one', () => {
    expect(reachOf({ ...person(1), clinicId: null })).toEqual([])
  })
})

describe('users', () => {
  test('a deleted user cannot be acted on', () => {
    expect(mayActOnUser(person(1, 'root'), { ...target(2), isDeleted: true })).toBe(false)
  })
  test('a root user is touched by himself only', () => {
    const root = target(2, 'root')
    expect(mayActOnUser(person(1, 'superAdmin'), root)).toBe(false)
    expect(mayActOnUser(person(1, 'root'), root)).toBe(false)
    expect(mayActOnUser(person(2, 'root'), root)).toBe(true)
  })
  test('nobody deletes a root user, not even himself', () => {
    expect(mayDeleteUser(person(2, 'root'), target(2, 'root'))).toBe(false)
  })
  test('nobody edits a person who stands above what he may grant', () => {
    const admin = person(1, 'clinicAdmin')
    expect(mayEditUser(admin, target(2, 'doctorCase'))).toBe(true)
    expect(mayEditUser(admin, target(2, 'clinicAdmin'))).toBe(true)
    expect(mayEditUser(admin, target(2, 'superAdmin'))).toBe(false)
    expect(mayEditUser(admin, target(2, 'contractSuperAdmin'))).toBe(false)
    expect(mayEditUser(admin, target(2, 'radiologistCase'))).toBe(false)
    expect(mayEditUser(person(1, 'contractSuperAdmin'), target(2, 'clinicAdmin'))).toBe(true)
    expect(mayEditUser(person(1, 'superAdmin'), target(2, 'radiologistCase'))).toBe(true)
    expect(mayEditUser(person(1, 'superAdmin'), target(2, 'root'))).toBe(false)
    expect(mayEditUser(person(1, 'operator'), target(2))).toBe(false)
  })
  test('a clinic admin deletes operators and nobody else', () => {
    const admin = person(1, 'clinicAdmin')
    expect(mayDeleteUser(admin, target(2, 'operator'))).toBe(true)
    expect(mayDeleteUser(admin, target(2))).toBe(false)
    expect(mayDeleteUser(admin, target(2, 'doctorCase'))).toBe(false)
    expect(mayDeleteUser(admin, target(2, 'operator', 'superAdmin'))).toBe(false)
  })
  test('root and super admins delete anybody else; a contract super admin nobody', () => {
    expect(mayDeleteUser(person(1, 'superAdmin'), target(2, 'clinicAdmin'))).toBe(true)
    expect(mayDeleteUser(person(1, 'contractSuperAdmin'), target(2, 'operator'))).toBe(false)
  })
  test('clinics are assigned to contract super admins who are not root', () => {
    const actor = person(1, 'superAdmin')
    expect(mayAssignClinics(actor, target(2, 'contractSuperAdmin'))).toBe(true)
    expect(mayAssignClinics(actor, target(2, 'clinicAdmin'))).toBe(false)
    expect(mayAssignClinics(person(1, 'root'), target(2, 'contractSuperAdmin', 'root'))).toBe(false)
    expect(mayAssignClinics(person(1, 'clinicAdmin'), target(2, 'contractSuperAdmin'))).toBe(false)
  })
})

test('each flag is granted by exactly those who may', () => {
  const granters = Object.fromEntries(
    permissionFlags.map((flag) => [
      flag,
      permissionFlags.filter((holder) => mayGrant(person(1, holder), flag)),
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

test('a radiologist cancels below Finalized, others below Assigned', () => {
  const statuses = [0, 1, 2, 3, 4, 5]
  const cancelled = (actor: Actor) => statuses.filter((status) => mayCancelCase(actor, status))
  expect(cancelled(person(1, 'radiologistCase'))).toEqual([0, 1, 2, 3])
  expect(cancelled(person(1, 'doctorCase'))).toEqual([0, 1])
  expect(cancelled(person(1))).toEqual([])
})

test('advanced tools need a veterinary clinic', () => {
  const actor = person(1, 'advancedTools')
  expect([offersAdvancedTools(actor, 'Veterinary'), offersAdvancedTools(actor, 'Human')]).toEqual([
    true,
    false,
  ])
})

describe('navigation', () => {
  test('the rail follows flags and variant', () => {
    const lists = (...on: readonly PermissionFlag[]) =>
      (['local', 'cloud'] as const).map((variant) => navigationOf(person(1, ...on), variant))
    const always = ['settings', 'logout']
    const cases = ['cases', 'casestats']
    expect(lists()).toEqual([
      ['registration', 'studylist', ...always],
      ['studylist', ...always],
    ])
    expect(lists('doctorCase')[1]).toEqual(['studylist', ...cases, ...always])
    expect(lists('contractSuperAdmin')[1]).toEqual(['studylist', ...always])
    expect(lists('radiologistCase')).toEqual([
      [...cases, ...always],
      [...cases, ...always],
    ])
    expect(lists('radiologistCase', 'root')[0]).toEqual(['studylist', ...cases, ...always])
  })

  test('people land where they work', () => {
    expect(landingOf(person(1), 'local')).toBe('registration')
    expect(landingOf(person(1), 'cloud')).toBe('studylist')
    expect(landingOf(person(1, 'radiologistCase'), 'local')).toBe('cases')
    expect(landingOf(person(1, 'radiologistCase'), 'cloud')).toBe('cases')
  })

  test('settings shows the sections of the role', () => {
    const sections = (...on: readonly PermissionFlag[]) =>
      settingsSectionsOf(person(1, ...on), 'cloud')
    expect(sections()).toEqual(['clinic', 'doctors'])
    expect(sections('dicomForms')).toEqual(['clinic', 'doctors', 'dicom-servers', 'email'])
    expect(sections('bulkDownload')).toEqual(['clinic', 'doctors', 'bulk-download'])
    expect(sections('clinicAdmin')).toEqual(['clinic', 'users', 'doctors'])
    expect(sections('contractSuperAdmin')).toEqual(['clinic', 'clinics', 'users', 'doctors'])
    expect(sections('root')).toEqual(['clinics', 'users', 'doctors', 'audit'])
    expect(sections('superAdmin')).toEqual([
      'clinic',
      'clinics',
      'users',
      'doctors',
      'dicom-servers',
      'email',
      'bulk-download',
      'audit',
    ])
    expect(settingsSectionsOf(person(1), 'local')).toContain('dicom-info')
  })
})
