import { expect, test } from 'vitest'
import { studyTypeGroups, studyTypes, studyTypeSeparator } from './study-types.ts'

const countTypes = (group: (typeof studyTypeGroups)[number]) =>
  studyTypes.filter((type) => type.group === group).length

test('there are 36 study types: 23 of extremities, 5 of the head, 5 of the spine, 3 of the trunk', () => {
  expect(studyTypes).toHaveLength(36)
  expect(studyTypeGroups.map(countTypes)).toEqual([23, 5, 5, 3])
})

test('names of study types are unique in both languages', () => {
  expect(new Set(studyTypes.map(({ names }) => names.en)).size).toBe(36)
  expect(new Set(studyTypes.map(({ names }) => names.fr)).size).toBe(36)
})

test('the joined text of all study types can be split again', () => {
  const english = studyTypes.map(({ names }) => names.en)
  expect(english.join(studyTypeSeparator).split(studyTypeSeparator)).toEqual(english)
})

test('every left study type has a right one', () => {
  const english = studyTypes.map(({ names }) => names.en)
  const lefts = english.filter((name) => name.startsWith('Left '))
  expect(lefts).toHaveLength(11)
  expect(lefts.filter((name) => !english.includes(name.replace('Left', 'Right')))).toEqual([])
})

test('the list of study types starts at the shoulder and ends at the abdomen', () => {
  expect(studyTypes.at(0)?.names).toEqual({ en: 'Left Shoulder', fr: 'Épaule gauche' })
  expect(studyTypes.at(27)?.names).toEqual({ en: 'Dental', fr: 'Dentaire' })
  expect(studyTypes.at(35)?.names).toEqual({ en: 'Abdomen', fr: 'Abdomen' })
})
