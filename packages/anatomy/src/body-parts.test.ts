import {
  equineBackLegParts,
  equineFrontLegParts,
  equineViews,
  generalBodyParts,
  smallAnimalViews,
  species,
} from '@talus/contract'
import { expect, test } from 'vitest'
import { findAnnotationFault } from './annotation-fault.ts'
import { bodyParts, getBodyParts, getRefinements } from './body-parts.ts'
import { toDicomView, viewNames, getUsualViews } from './views.ts'

test('the body parts are exactly those of the specification', () => {
  expect(Object.keys(bodyParts).toSorted()).toEqual(
    [...generalBodyParts, ...equineFrontLegParts, ...equineBackLegParts].toSorted(),
  )
  expect(Object.keys(bodyParts)).toHaveLength(24)
})

test('the stored key of a body part is its English name', () => {
  const renamed = Object.entries(bodyParts).filter(([part, { names }]) => names.en !== part)
  expect(renamed).toEqual([])
})

test('the French names of body parts are those of the glossary', () => {
  expect(generalBodyParts.map((part) => bodyParts[part].names.fr)).toEqual([
    'Crâne',
    'Cervicales',
    'Scapula',
    'Thorax',
    'Membres avant',
    'Abdomen',
    'Membres arrière',
    'Vertèbres',
    'Vertèbres sacrées',
    'Vertèbres caudales',
  ])
  expect(bodyParts['Left Forefoot'].names.fr).toBe('Pied avant gauche')
  expect(bodyParts['Right Hind Fetlock'].names.fr).toBe('Boulet arrière droit')
})

test('only the legs of a horse are refined into joints: 8 in front, 6 behind', () => {
  expect(getRefinements('Equine', 'Front Legs')).toHaveLength(8)
  expect(getRefinements('Equine', 'Back Legs')).toHaveLength(6)
  expect(getRefinements('Equine', 'Chest')).toEqual([])
  expect(getRefinements('Canine', 'Front Legs')).toEqual([])
  expect(species.map((kind) => getBodyParts(kind).length)).toEqual([10, 10, 24])
  expect(getBodyParts('Equine').indexOf('Left Forefoot')).toBe(5)
})

test('the side and the limb follow from the name of a horse’s joint', () => {
  const { laterality, limb, code } = bodyParts['Right Front Fetlock']
  expect([laterality, limb, code.value]).toEqual(['R', 'front', '13190002'])
  expect(bodyParts['Left Tarsus'].laterality).toBe('L')
  expect(bodyParts['Left Tarsus'].limb).toBe('hind')
  expect(bodyParts.Chest.laterality).toBe('U')
  expect(bodyParts['Back Legs'].laterality).toBe('to be chosen')
})

test('every body part of a species has views of that species, the usual one first', () => {
  const strays = species.flatMap((kind) => {
    const known: readonly string[] = kind === 'Equine' ? equineViews : smallAnimalViews
    return getBodyParts(kind).filter((part) => {
      const views = getUsualViews(kind, part)
      return views.length === 0 || views.some((view) => !known.includes(view))
    })
  })
  expect(strays).toEqual([])
  expect(getUsualViews('Canine', 'Chest')).toEqual(['LAT', 'VD', 'DV'])
  expect(getUsualViews('Feline', 'Abdomen')).toEqual(['LAT', 'VD'])
  expect(getUsualViews('Canine', 'Left Carpus')).toEqual([])
})

test('the joints of a horse have the views of a pre-purchase examination', () => {
  const around = ['LM', 'DP', 'DLMPO', 'DMPLO']
  expect(getUsualViews('Equine', 'Left Carpus')).toEqual(around)
  expect(getUsualViews('Equine', 'Right Tarsus')).toEqual(around)
  expect(getUsualViews('Equine', 'Left Hind Fetlock')).toEqual(around)
  expect(getUsualViews('Equine', 'Right Stifle')).toEqual(['LM', 'PA', 'CD30L_CRMO'])
  expect(getUsualViews('Equine', 'Left Forefoot')).toEqual(['LM', 'DP', 'D65PR_PADIO'])
  expect(getUsualViews('Equine', 'Left Navicular of Forelimb')).toEqual([
    'LM',
    'PA55PR_PADIO',
    'D65PR_PADIO',
  ])
})

test('every view has a name and is offered for a body part', () => {
  expect(Object.keys(viewNames).toSorted()).toEqual([...equineViews].toSorted())
  const offered = new Set(getBodyParts('Equine').flatMap((part) => getUsualViews('Equine', part)))
  expect(equineViews.filter((view) => !offered.has(view))).toEqual([])
})

test('every view of the species, and no other, may be planned for every body part', () => {
  const findFaultyField = (bodyPart: string, bodyPartView: string, kind: 'Canine' | 'Equine') =>
    findAnnotationFault({ species: kind, modality: 'General' }, { bodyPart, bodyPartView })?.field
  for (const bodyPart of getBodyParts('Equine'))
    expect(equineViews.filter((view) => findFaultyField(bodyPart, view, 'Equine'))).toEqual([])
  expect(findFaultyField('Chest', 'PA', 'Canine')).toBe('bodyPartView')
  expect(findFaultyField('Chest', 'AP', 'Equine')).toBe('bodyPartView')
})

test('the DICOM view is palmar or plantar by the limb', () => {
  const getViewPosition = (...view: Parameters<typeof toDicomView>) =>
    toDicomView(...view)?.viewPosition
  expect(getViewPosition('DP', 'Left Carpus')).toBe('DPA')
  expect(getViewPosition('DP', 'Left Tarsus')).toBe('DPL')
  expect(getViewPosition('DLMPO', 'Right Front Fetlock')).toBe('DL_PAMO')
  expect(getViewPosition('DLMPO', 'Right Hind Fetlock')).toBe('DL_PLMO')
  expect(getViewPosition('DMPLO', 'Right Front Fetlock')).toBe('DM_PALO')
  expect(getViewPosition('DMPLO', 'Right Hind Fetlock')).toBe('DM_PLLO')
  expect(getViewPosition('DP', 'Skull')).toBeUndefined()
})

test('the DICOM view of a lateral names the side that the beam enters; a leg is mediolateral', () => {
  expect(toDicomView('LAT', 'Chest', 'left')).toEqual({
    viewPosition: 'LE_RTL',
    code: { value: '399198007', meaning: 'Left-right lateral' },
  })
  expect(toDicomView('LAT', 'Chest', 'right')?.viewPosition).toBe('RT_LEL')
  expect(toDicomView('LAT', 'Chest')).toBeUndefined()
  expect(toDicomView('LAT', 'Back Legs')?.viewPosition).toBe('ML')
})

test('the oblique view codes of the specification are DICOM codes and are not converted', () => {
  expect(toDicomView('PA55PR_PADIO', 'Left Navicular of Forelimb')).toEqual({
    viewPosition: 'PA55PR_PADIO',
    code: null,
  })
  expect(toDicomView('D65PR_PADIO', 'Left Forefoot')?.code?.value).toBe('442609006')
  expect(toDicomView('CD30L_CRMO', 'Left Stifle')?.viewPosition).toBe('CD30L_CRMO')
  expect(toDicomView('PA', 'Left Stifle')?.viewPosition).toBe('CDCR')
  // The view of a carpus from behind is palmarodorsal, which CID 7484 does not have.
  expect(toDicomView('PA', 'Left Carpus')).toBeUndefined()
})

test('a view position is a valid DICOM code string: 16 characters, capitals, digits, underscore', () => {
  const positions = species.flatMap((kind) =>
    getBodyParts(kind).flatMap((part) =>
      getUsualViews(kind, part).map((view) => toDicomView(view, part, 'left')?.viewPosition),
    ),
  )
  expect(positions.filter((text) => !/^[A-Z0-9_]{2,16}$/u.test(text ?? ''))).toEqual([])
})
