import { getBuiltInHanging } from '@talus/anatomy'
import { getSpeciesId } from '@talus/contract'
import { expect, test } from 'vitest'
import {
  isPaired,
  listRegions,
  listViewChoices,
  moveStage,
  newStage,
  parseStages,
  resizeStage,
  serializeStages,
} from './stages.ts'

test('every part of a species is listed once, and those of the clinic replace the built-in ones', () => {
  const saved = [
    { speciesId: getSpeciesId('Canine'), bodyPart: 'Chest', stages: [newStage] },
    { speciesId: getSpeciesId('Canine'), bodyPart: 'Wing', stages: [newStage] },
    { speciesId: getSpeciesId('Feline'), bodyPart: 'Abdomen', stages: [newStage] },
  ]
  const regions = listRegions('Canine', saved)
  const names = regions.map(({ region }) => region)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(['Chest', 'Stifle', 'Teeth']))
  expect(names.at(-1)).toBe('Wing')
  const find = (name: string) => regions.find(({ region }) => region === name)
  expect(find('Chest')).toMatchObject({ isOwn: true, stages: [newStage] })
  expect(find('Abdomen')).toMatchObject({ isOwn: false })
  expect(names).not.toContain('Navicular of Forelimb')
})

test('a cell offers any view, the combinations of the layouts and the views of the part', () => {
  const stages = getBuiltInHanging('Canine', 'Chest')
  const choices = listViewChoices('Canine', 'Chest', stages).map((views) => views.join(' '))
  expect(choices.slice(0, 3)).toEqual(['', 'RLAT RLD LAT', 'LLAT LLD'])
  expect(choices).toEqual(expect.arrayContaining(['RLAT', 'LLAT', 'VD', 'DV']))
  expect(new Set(choices).size).toBe(choices.length)
  expect([isPaired('Stifle'), isPaired('Chest')]).toEqual([true, false])
})

test('a resized layout keeps the cells that stay', () => {
  const lateral = { views: ['RLAT'], side: null, isPrior: false }
  const stage = { rows: 1, columns: 2, cells: [lateral, null] }
  const grown = resizeStage(stage, 2, 3)
  expect(grown.cells).toHaveLength(6)
  expect(grown.cells.slice(0, 2)).toEqual([lateral, null])
  expect(resizeStage(grown, 1, 2)).toEqual(stage)
})

test('layouts are moved, and pass through the form unchanged', () => {
  const stages = [...getBuiltInHanging('Equine', 'Carpus')]
  expect(parseStages(serializeStages(stages))).toEqual(stages)
  expect(moveStage(stages, 0, 1).map((stage) => stages.indexOf(stage))).toEqual([1, 0, 2])
  expect(moveStage(stages, 0, -1)).toBe(stages)
})
