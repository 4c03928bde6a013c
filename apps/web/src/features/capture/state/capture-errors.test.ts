import { expect, it } from 'vitest'
import { failureTitle } from './capture-errors.ts'

it('a failed capture is told under the title of what failed', () => {
  expect(failureTitle({ status: 408, code: 'device/time-out' })).toBe('timeOut')
  expect(failureTitle({ status: 409, code: 'device/in-use' })).toBe('sensor')
  expect(failureTitle({ status: 503, code: 'device/faulty' })).toBe('sensor')
  expect(failureTitle({ status: 503, code: 'device/generator-unavailable' })).toBe('generator')
  expect(failureTitle({ status: 500, code: undefined })).toBeUndefined()
})
