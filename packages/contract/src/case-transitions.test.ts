import { expect, test } from 'vitest'
import {
  caseActions,
  checkCaseAction,
  getCaseTransition,
  getNextStatus,
  listCaseActions,
} from './case-transitions.ts'
import type { CaseAction, CaseState } from './case-transitions.ts'
import { permissionFlags } from './enumerations.ts'
import type { PermissionFlag } from './enumerations.ts'
import { ClinicId, UserId } from './ids.ts'
import { noFlags } from './permissions.ts'
import type { Actor } from './permissions.ts'

const clinicId = ClinicId.parse(1)
const owner = UserId.parse(70)
const createActor = (
  { id = 7, clinic = 1 }: { readonly id?: number; readonly clinic?: number | null },
  ...flags: readonly PermissionFlag[]
): Actor => ({
  id: UserId.parse(id),
  username: 'someone',
  clinicId: clinic === null ? null : ClinicId.parse(clinic),
  assignedClinicIds: [],
  flags: {
    ...noFlags,
    ...Object.fromEntries(permissionFlags.map((flag) => [flag, flags.includes(flag)])),
  },
})
const actors = {
  doctor: createActor({}, 'doctorCase'),
  clinicAdmin: createActor({}, 'clinicAdmin'),
  otherDoctor: createActor({ clinic: 2 }, 'doctorCase'),
  owner: createActor({ id: 70, clinic: null }, 'radiologistCase'),
  radiologist: createActor({ id: 71, clinic: null }, 'radiologistCase'),
  superAdmin: createActor({ clinic: null }, 'superAdmin'),
  staff: createActor({}),
} as const
type Name = keyof typeof actors

const listStatuses = (name: Name, action: CaseAction) =>
  ([0, 1, 2, 3, 4, 5] as const)
    .filter(
      (status) =>
        checkCaseAction(actors[name], action, {
          status,
          clinicId,
          radiologistId: status >= 2 ? owner : null,
          isDeleted: false,
        }) === 'allowed',
    )
    .join('')

/** The statuses in which each user may do it; no entry means none. */
const expected: Record<CaseAction, Partial<Record<Name, string>>> = {
  save: { doctor: '0', clinicAdmin: '0', superAdmin: '0' },
  submit: { doctor: '0', clinicAdmin: '0', superAdmin: '0' },
  take: { owner: '1', radiologist: '1' },
  assign: { owner: '123', radiologist: '1', superAdmin: '123' },
  release: { owner: '2', superAdmin: '2' },
  requestMore: { owner: '12', radiologist: '1', superAdmin: '12' },
  answer: { doctor: '3', clinicAdmin: '3', superAdmin: '3' },
  saveFindings: { owner: '23' },
  finalize: { owner: '23' },
  addendum: { owner: '4' },
  cancel: { doctor: '01', clinicAdmin: '01', owner: '123', radiologist: '1', superAdmin: '01' },
  delete: { clinicAdmin: '01', superAdmin: '01' },
  reopen: { clinicAdmin: '5', superAdmin: '5' },
  writeMessage: { doctor: '1234', clinicAdmin: '1234', owner: '234', superAdmin: '1234' },
  addImages: { doctor: '0123', clinicAdmin: '0123', superAdmin: '0123' },
  addFiles: { doctor: '0123', clinicAdmin: '0123', owner: '23', superAdmin: '0123' },
  removeFile: { doctor: '0', clinicAdmin: '0', owner: '23', superAdmin: '0' },
  reportCritical: { owner: '234' },
  acknowledge: { doctor: '12345', clinicAdmin: '12345', superAdmin: '12345' },
  rateImage: { owner: '234' },
  markAsTest: { doctor: '01', clinicAdmin: '01', superAdmin: '012345' },
}

test.each(caseActions)('%s is possible for exactly these users and statuses', (action) => {
  const found = Object.fromEntries(
    (Object.keys(actors) as Name[])
      .map((name) => [name, listStatuses(name, action)] as const)
      .filter(([, statuses]) => statuses !== ''),
  )
  expect(found).toEqual(expected[action])
})

test('each action leads to the status of the specification', () => {
  const next = (action: CaseAction, status: CaseState['status'], radiologistId: UserId | null) =>
    getNextStatus(action, { status, radiologistId })
  expect([
    next('save', 0, null),
    next('submit', 0, null),
    next('take', 1, null),
    next('assign', 3, owner),
    next('release', 2, owner),
    next('requestMore', 2, owner),
    next('answer', 3, owner),
    next('answer', 3, null),
    next('finalize', 3, owner),
    next('addendum', 4, owner),
    next('cancel', 2, owner),
    next('delete', 1, null),
    next('reopen', 5, owner),
  ]).toEqual([0, 1, 2, 2, 1, 3, 2, 1, 4, 4, 5, 1, 1])
})

test('cancel, addendum and reopen need a reason', () => {
  expect(caseActions.filter((action) => getCaseTransition(action).needsReason)).toEqual([
    'addendum',
    'cancel',
    'reopen',
  ])
})

test('a wrong status differs from an action that the user may never do', () => {
  const taken: CaseState = { status: 2, clinicId, radiologistId: owner, isDeleted: false }
  expect(checkCaseAction(actors.radiologist, 'take', taken)).toBe('wrong-status')
  expect(checkCaseAction(actors.radiologist, 'finalize', taken)).toBe('wrong-status')
  expect(checkCaseAction(actors.doctor, 'cancel', taken)).toBe('wrong-status')
  expect(checkCaseAction(actors.doctor, 'take', taken)).toBe('forbidden')
  expect(checkCaseAction(actors.otherDoctor, 'cancel', taken)).toBe('forbidden')
  expect(checkCaseAction(actors.doctor, 'delete', taken)).toBe('forbidden')
})

test.each(['doctorCase', 'operator', 'clinicAdmin', 'radiologistCase'] as const)(
  'a contract administrator with the flag %s deletes a new case of their clinics',
  (flag) => {
    const admin = {
      ...createActor({ id: 72, clinic: null }, 'contractSuperAdmin', flag),
      assignedClinicIds: [clinicId],
    }
    const offered = { status: 1, clinicId, radiologistId: null, isDeleted: false } as const
    expect(checkCaseAction(admin, 'delete', offered)).toBe('allowed')
    expect(checkCaseAction(admin, 'delete', { ...offered, clinicId: ClinicId.parse(2) })).not.toBe(
      'allowed',
    )
    const taken = { ...offered, status: 2, radiologistId: owner } as const
    expect(checkCaseAction(admin, 'delete', taken)).not.toBe('allowed')
  },
)

test('nothing can be done with a deleted case', () => {
  const deleted: CaseState = { status: 1, clinicId, radiologistId: null, isDeleted: true }
  for (const actor of Object.values(actors)) expect(listCaseActions(actor, deleted)).toEqual([])
})
