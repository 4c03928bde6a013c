import { permissionFlags } from '@talus/contract'
import type { PermissionFlag } from '@talus/contract'
import { expect, test } from 'vitest'
import { findMainRole } from './main-role.ts'

const createFlags = (...granted: readonly PermissionFlag[]) =>
  Object.fromEntries(permissionFlags.map((flag) => [flag, granted.includes(flag)])) as Record<
    PermissionFlag,
    boolean
  >

test('the role with the most rights is named', () => {
  expect(findMainRole(createFlags())).toBe('staff')
  expect(findMainRole(createFlags('report', 'dicomForms'))).toBe('staff')
  expect(findMainRole(createFlags('operator', 'clinicAdmin'))).toBe('clinicAdmin')
  expect(findMainRole(createFlags('root', 'clinicAdmin'))).toBe('root')
})
