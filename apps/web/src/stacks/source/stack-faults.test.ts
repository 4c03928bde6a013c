import type { StudyStacks } from '@talus/contract'
import { expect, test } from 'vitest'
import { createStack } from '../testing/stacks.ts'
import { findStackFault } from './stack-faults.ts'

const stack = createStack('chest', 3)
const study: StudyStacks = {
  studyInstanceUID: '1.2.3',
  stacks: [stack],
  skipped: 0,
  hasOtherImages: false,
  correction: null,
}

test('a study with slices has no fault, also if some images were skipped', () => {
  expect(findStackFault(study)).toBeUndefined()
  expect(findStackFault({ ...study, skipped: 3 })).toBeUndefined()
})

test('each cause has its message of the specification', () => {
  expect(findStackFault({ ...study, studyInstanceUID: '' })).toBe('noStudyUid')
  expect(findStackFault({ ...study, stacks: [] })).toBe('noSeries')
  expect(findStackFault({ ...study, stacks: [], hasOtherImages: true })).toBe('noImages')
  expect(findStackFault({ ...study, stacks: [], skipped: 2 })).toBe('noValidImages')
  expect(findStackFault({ ...study, stacks: [{ ...stack, seriesInstanceUID: '' }] })).toBe(
    'noSeriesUid',
  )
  expect(findStackFault({ ...study, stacks: [{ ...stack, phases: [] }] })).toBe('noInstances')
})
