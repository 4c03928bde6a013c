import { bodyParts } from '@talus/anatomy'
import { expect, test } from 'vitest'
import { findTypesWithoutImage, listImageStudyTypes } from './image-study-types.ts'

test('the parts of the images choose the study types, in the order of the form', () => {
  expect(
    listImageStudyTypes(['Chest', 'Right Hip', 'Left Front Fetlock', 'Vertebrae', 'Chest']),
  ).toEqual([
    'Left Front Foot (Metacarpus/Digits)',
    'Pelvis/Hips',
    'Thoracic Spine',
    'Lumbar Spine',
    'Thorax',
  ])
})

test('only parts that name no region of a case choose nothing', () => {
  const silent = Object.keys(bodyParts).filter((part) => listImageStudyTypes([part]).length === 0)
  expect(silent).toEqual([
    'Scapula',
    'Front Legs',
    'Left Front Leg',
    'Right Front Leg',
    'Left Back Leg',
    'Right Back Leg',
  ])
})

test('a chosen study type without an image is found', () => {
  expect(findTypesWithoutImage(['Thorax', 'Abdomen'], ['Abdomen'])).toEqual(['Thorax'])
  expect(findTypesWithoutImage(['Left Stifle', 'Thorax'], ['Chest', 'Right Stifle'])).toEqual([
    'Left Stifle',
  ])
})

test('images of the skull show its parts, and an image of an unknown part may show anything', () => {
  expect(findTypesWithoutImage(['Tympanic Bullae', 'Skull'], ['Skull'])).toEqual([])
  expect(findTypesWithoutImage(['Tympanic Bullae'], ['Chest'])).toEqual(['Tympanic Bullae'])
  expect(findTypesWithoutImage(['Thorax'], ['Abdomen', ''])).toEqual([])
})
