import { expect, it } from 'vitest'
import { getFailureTitle } from './capture-errors.ts'

it('chooses the title of the error dialog by what has failed', () => {
  expect(getFailureTitle({ status: 408, code: 'device/time-out' })).toBe('timeOut')
  expect(getFailureTitle({ status: 409, code: 'device/in-use' })).toBe('sensor')
  expect(getFailureTitle({ status: 503, code: 'device/faulty' })).toBe('sensor')
  expect(getFailureTitle({ status: 503, code: 'device/generator-error' })).toBe('generator')
  expect(getFailureTitle({ status: 408, code: 'device/prepare-time-out' })).toBe('timeOut')
  expect(getFailureTitle({ status: 503, code: 'device/generator-unavailable' })).toBe('generator')
  expect(getFailureTitle({ status: 500, code: undefined })).toBeUndefined()
})
