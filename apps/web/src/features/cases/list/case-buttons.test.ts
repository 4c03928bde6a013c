import { noFlags } from '@talus/contract'
import type { Actor, CaseAction, CaseId, CaseRow, ClinicId, Flags, UserId } from '@talus/contract'
import { expect, test } from 'vitest'
import { findObstacle, hasCaseButton, tabStatuses } from './case-buttons.ts'

const clinicId = 3 as ClinicId
const createActor = (flags: Partial<Flags>, own: ClinicId | null = clinicId): Actor => ({
  id: 7 as UserId,
  username: 'anna',
  clinicId: own,
  assignedClinicIds: [],
  flags: { ...noFlags, ...flags },
})
const doctor = createActor({ doctorCase: true })
const clinicAdmin = createActor({ clinicAdmin: true })
const radiologist = createActor({ radiologistCase: true }, null)
const superAdmin = createActor({ superAdmin: true })

const createRow = (change: Partial<CaseRow> = {}) =>
  ({
    id: 1 as CaseId,
    status: 1,
    clinicId,
    radiologistId: null,
    radiologistName: '',
    isDeleted: false,
    ...change,
  }) as CaseRow

test.each([
  ['take', doctor, []],
  ['take', radiologist, [1]],
  ['assign', doctor, []],
  ['assign', radiologist, [1, 2, 3]],
  ['assign', superAdmin, [1, 2, 3]],
  ['release', radiologist, [2]],
  ['release', clinicAdmin, []],
  ['cancel', doctor, [1]],
  ['cancel', radiologist, [1, 2, 3]],
  ['delete', doctor, []],
  ['delete', clinicAdmin, [1]],
  ['reopen', clinicAdmin, [5]],
  ['reopen', radiologist, []],
] as const)('the button of %s is in the tabs that the rules name', (action, actor, statuses) => {
  expect(tabStatuses.filter((status) => hasCaseButton(actor, action, status))).toEqual(statuses)
})

test('a button says why it is disabled', () => {
  const explain = (actor: Actor, action: CaseAction, ...rows: readonly CaseRow[]) =>
    findObstacle(actor, action, rows, action === 'assign')?.kind
  expect(explain(radiologist, 'take')).toBe('noneSelected')
  expect(explain(radiologist, 'take', createRow())).toBeUndefined()
  expect(explain(radiologist, 'assign', createRow(), createRow())).toBe('onlyOne')
  expect(explain(clinicAdmin, 'delete', createRow({ isDeleted: true }))).toBe('alreadyDeleted')
  expect(explain(radiologist, 'take', createRow({ isDeleted: true }))).toBe('deleted')
  const others = { status: 2, radiologistId: 8 as UserId, radiologistName: 'Berta' } as const
  expect(findObstacle(radiologist, 'release', [createRow(others)])).toEqual({
    kind: 'othersCase',
    name: 'Berta',
  })
  expect(explain(superAdmin, 'release', createRow(others))).toBeUndefined()
})
