import { bodyPartsOf, offeredViews } from '@talus/anatomy'
import { AnnotationId, equineViews } from '@talus/contract'
import { describe, expect, it } from 'vitest'
import {
  addObstacle,
  inOrder,
  partCounts,
  splitViews,
  stillSelected,
  teethToggle,
} from './annotations.ts'

const chestLat = { bodyPart: 'Chest', bodyPartView: 'LAT' }
const chestVd = { bodyPart: 'Chest', bodyPartView: 'VD' }
const canine = { bodyPart: '104 - RU - Canine', bodyPartView: '' }

describe('the views', () => {
  it('of a dog and a cat are three buttons, the usual one first', () => {
    expect(offeredViews('Canine', 'Chest')).toEqual(['LAT', 'VD', 'DV'])
    expect(new Set(offeredViews('Feline', 'Abdomen'))).toEqual(new Set(['VD', 'DV', 'LAT']))
    expect(splitViews(offeredViews('Canine', undefined)).more).toEqual([])
  })

  it('of a horse are three buttons and a list of the rest', () => {
    const { buttons, more } = splitViews(offeredViews('Equine', 'Left Navicular of Forelimb'))
    expect(buttons).toEqual(['LM', 'PA55PR_PADIO', 'D65PR_PADIO'])
    expect(more).toEqual(['VD', 'DV', 'LAT', 'DLMPO', 'DMPLO', 'DP', 'PA', 'CD30L_CRMO'])
  })

  it('of a horse are all offered for every part, each once', () => {
    for (const part of bodyPartsOf('Equine'))
      expect(offeredViews('Equine', part).toSorted()).toEqual(equineViews.toSorted())
  })
})

describe('adding', () => {
  const given = { hasStudy: true, annotations: [chestLat], modality: 'General' } as const
  it('needs a study, a part, and something new', () => {
    expect(addObstacle({ ...given, hasStudy: false, wanted: chestVd })).toBe('noStudy')
    expect(addObstacle({ ...given, wanted: undefined })).toBe('noPart')
    expect(addObstacle({ ...given, wanted: { ...chestLat, bodyPartView: 'lat' } })).toBe('exists')
    expect(addObstacle({ ...given, wanted: chestVd })).toBeUndefined()
  })

  it('of teeth looks at the part alone', () => {
    const wanted = { ...canine, bodyPartView: 'LAT' }
    const teeth = { hasStudy: true, annotations: [canine], modality: 'Dental' } as const
    expect(addObstacle({ ...teeth, wanted })).toBe('exists')
  })
})

it('the selection stays with its annotation, and goes to the first when that is gone', () => {
  expect(stillSelected([chestLat, chestVd], 'Chest|VD', 'General')).toBe(chestVd)
  expect(stillSelected([chestLat], 'Chest|VD', 'General')).toBe(chestLat)
  expect(stillSelected([], 'Chest|VD', 'General')).toBeUndefined()
})

it('teeth stand by quadrant 1, 4, 2, 3', () => {
  const names = ['304 - LL - Canine', '204 - LU - Canine', '404 - RL - Canine', '104 - RU - Canine']
  const teeth = names.map((bodyPart) => ({ bodyPart, bodyPartView: '' }))
  expect(inOrder(teeth, 'Dental').map(({ bodyPart }) => bodyPart[0])).toEqual(['1', '4', '2', '3'])
})

it('images are counted by their part', () => {
  expect(partCounts([chestLat, chestVd, canine])).toEqual({ Chest: 2, '104 - RU - Canine': 1 })
})

describe('all teeth at once', () => {
  const planned = { id: null, images: 0, bodyPart: '104 - RU - Canine' }
  it('adds what is missing of the species', () => {
    expect(teethToggle('Canine', []).missing).toHaveLength(16)
    expect(teethToggle('Equine', []).missing).toHaveLength(20)
    expect(teethToggle('Feline', [planned]).missing).toHaveLength(15)
    expect(teethToggle('Feline', [planned]).isAll).toBe(false)
  })
  it('removes only what has no images', () => {
    const [first = '', ...rest] = teethToggle('Canine', []).missing
    const all = [
      { id: AnnotationId.parse(1), images: 2, bodyPart: first },
      ...rest.map((bodyPart, at) => ({ id: AnnotationId.parse(at + 2), images: 0, bodyPart })),
    ]
    const toggle = teethToggle('Canine', all)
    expect(toggle.isAll).toBe(true)
    expect(toggle.removable).toHaveLength(15)
  })
})
