import { expect, test } from 'vitest'
import { ImageId, StudyId } from './ids.ts'
import { isImageId, isStudyId } from './is-id.ts'

test.each([1, 12, Number.MAX_SAFE_INTEGER, 0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN])(
  'the checks of ids without a schema accept %s only if the schemas do',
  (value) => {
    expect(isImageId(value)).toBe(ImageId.safeParse(value).success)
    expect(isStudyId(value)).toBe(StudyId.safeParse(value).success)
  },
)

test('an id is a number, and a missing one is refused', () => {
  expect([isImageId(12), isImageId(undefined)]).toEqual([true, false])
  expect([isStudyId(12), isStudyId(undefined)]).toEqual([true, false])
})
