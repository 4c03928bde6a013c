import { getBodyParts, getOfferedViews } from '@talus/anatomy'
import { AnnotationId, equineViews } from '@talus/contract'
import { describe, expect, it } from 'vitest'
import {
  findNextAnnotation,
  getAddObstacle,
  sortAnnotations,
  countImagesByPart,
  splitViews,
  getSelectedAnnotation,
  getTeethToggle,
  isSideOpen,
} from './annotations.ts'

const chestLat = { bodyPart: 'Chest', bodyPartView: 'LAT' }
const chestVd = { bodyPart: 'Chest', bodyPartView: 'VD' }
const canine = { bodyPart: '104 - RU - Canine', bodyPartView: '' }

describe('offeredViews', () => {
  it('offers both laterals of the trunk of a dog and a cat as buttons', () => {
    expect(getOfferedViews('Canine', 'Chest')).toEqual(['RLAT', 'LLAT', 'VD', 'DV'])
    expect(splitViews(getOfferedViews('Feline', 'Abdomen'))).toEqual({
      buttons: ['RLAT', 'LLAT', 'VD'],
      more: ['DV'],
    })
  })

  it('offers three views of a horse as buttons and the remaining views in a list', () => {
    const { buttons, more } = splitViews(getOfferedViews('Equine', 'Left Navicular of Forelimb'))
    expect(buttons).toEqual(['LM', 'PA55PR_PADIO', 'D65PR_PADIO'])
    expect(more).toEqual(['DLMPO', 'DMPLO', 'DP', 'PA', 'CD30L_CRMO'])
  })

  it('offers every equine view of a leg once for every joint of a horse', () => {
    const legViews = equineViews.filter((view) => !['LAT', 'VD', 'DV'].includes(view))
    for (const part of getBodyParts('Equine').filter((one) => /Fetlock|Carpus|Leg$/u.test(one)))
      expect(getOfferedViews('Equine', part).toSorted()).toEqual(legViews.toSorted())
  })
})

describe('getAddObstacle', () => {
  const request = { hasStudy: true, annotations: [chestLat], modality: 'General' } as const
  it('requires a study, a body part and an annotation that is not in the list yet', () => {
    expect(getAddObstacle({ ...request, hasStudy: false, draft: chestVd })).toBe('noStudy')
    expect(getAddObstacle({ ...request, draft: undefined })).toBe('noPart')
    expect(getAddObstacle({ ...request, draft: { ...chestLat, bodyPartView: 'lat' } })).toBe(
      'exists',
    )
    expect(getAddObstacle({ ...request, draft: chestVd })).toBeUndefined()
    const horseLegs = { ...request, draft: undefined, isSideMissing: true }
    expect(getAddObstacle(horseLegs)).toBe('noSide')
    expect(getAddObstacle({ ...request, draft: undefined, isViewMissing: true })).toBe('noView')
  })

  it('compares dental annotations by body part and ignores the view', () => {
    const draft = { ...canine, bodyPartView: 'LAT' }
    const teeth = { hasStudy: true, annotations: [canine], modality: 'Dental' } as const
    expect(getAddObstacle({ ...teeth, draft })).toBe('exists')
  })
})

it('keeps the selected annotation and selects the first one once it has been removed', () => {
  expect(getSelectedAnnotation([chestLat, chestVd], 'Chest|VD', 'General')).toBe(chestVd)
  expect(getSelectedAnnotation([chestLat], 'Chest|VD', 'General')).toBe(chestLat)
  expect(getSelectedAnnotation([], 'Chest|VD', 'General')).toBeUndefined()
})

it('sorts dental annotations by quadrant in the order 1, 4, 2, 3', () => {
  const names = ['304 - LL - Canine', '204 - LU - Canine', '404 - RL - Canine', '104 - RU - Canine']
  const teeth = names.map((bodyPart) => ({ bodyPart, bodyPartView: '' }))
  expect(sortAnnotations(teeth, 'Dental').map(({ bodyPart }) => bodyPart[0])).toEqual([
    '1',
    '4',
    '2',
    '3',
  ])
})

it('finds annotations that show one side and do not say which', () => {
  expect(isSideOpen(chestLat)).toBe(true)
  expect(isSideOpen({ bodyPart: 'Back Legs', bodyPartView: 'LAT' })).toBe(true)
  expect(isSideOpen({ bodyPart: 'Back Legs', bodyPartView: 'VD' })).toBe(false)
  expect(isSideOpen({ bodyPart: 'Chest', bodyPartView: 'LLAT' })).toBe(false)
  expect(isSideOpen({ bodyPart: 'Left Elbow', bodyPartView: 'ML' })).toBe(false)
  expect(isSideOpen(canine)).toBe(false)
})

it('counts images by body part', () => {
  expect(countImagesByPart([chestLat, chestVd, canine])).toEqual({
    Chest: 2,
    '104 - RU - Canine': 1,
  })
})

describe('getTeethToggle', () => {
  const planned = { id: null, images: 0, bodyPart: '104 - RU - Canine' }
  it('lists the dental regions of the species that are not planned yet', () => {
    expect(getTeethToggle('Canine', []).missing).toHaveLength(16)
    expect(getTeethToggle('Equine', []).missing).toHaveLength(20)
    expect(getTeethToggle('Feline', [planned]).missing).toHaveLength(15)
    expect(getTeethToggle('Feline', [planned]).isAll).toBe(false)
  })
  it('removes only dental annotations without images', () => {
    const [first = '', ...rest] = getTeethToggle('Canine', []).missing
    const all = [
      { id: AnnotationId.parse(1), images: 2, bodyPart: first },
      ...rest.map((bodyPart, at) => ({ id: AnnotationId.parse(at + 2), images: 0, bodyPart })),
    ]
    const toggle = getTeethToggle('Canine', all)
    expect(toggle.isAll).toBe(true)
    expect(toggle.removable).toHaveLength(15)
  })
})

describe('findNextAnnotation', () => {
  const plan = (...images: number[]) =>
    images.map((count, index) => ({
      bodyPart: `Part ${index}`,
      bodyPartView: 'LAT',
      images: count,
    }))
  const after = (index: number) => ({ bodyPart: `Part ${index}`, bodyPartView: 'lat' })

  it('goes on with the next annotation without images, and returns to earlier ones at the end', () => {
    expect(findNextAnnotation(plan(0, 1, 0), after(0), 'General')).toMatchObject({
      bodyPart: 'Part 2',
    })
    expect(findNextAnnotation(plan(0, 1, 0), after(2), 'General')).toMatchObject({
      bodyPart: 'Part 0',
    })
  })

  it('reports that every planned view is taken, and nothing for a plan of one', () => {
    expect(findNextAnnotation(plan(0, 1), after(0), 'General')).toBe('done')
    expect(findNextAnnotation(plan(0), after(0), 'General')).toBeUndefined()
  })
})
