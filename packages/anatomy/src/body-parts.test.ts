import {
  equineBackLegParts,
  equineFrontLegParts,
  equineViews,
  generalBodyParts,
  smallAnimalViews,
  species,
} from '@talus/contract'
import { expect, test } from 'vitest'
import { annotationFault } from './annotation-fault.ts'
import { bodyParts, bodyPartsOf, refinementsOf } from './body-parts.ts'
import { dicomViewOf, viewNames, viewsOf } from './views.ts'

test('every part of the specification is described, and nothing else', () => {
  expect(Object.keys(bodyParts).toSorted()).toEqual(
    [...generalBodyParts, ...equineFrontLegParts, ...equineBackLegParts].toSorted(),
  )
  expect(Object.keys(bodyParts)).toHaveLength(24)
})

test('the English name of a part is what is stored', () => {
  const renamed = Object.entries(bodyParts).filter(([part, { names }]) => names.en !== part)
  expect(renamed).toEqual([])
})

test('the French names are those of the glossary', () => {
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

test('only a horse’s legs open into joints: 8 in front, 6 behind', () => {
  expect(refinementsOf('Equine', 'Front Legs')).toHaveLength(8)
  expect(refinementsOf('Equine', 'Back Legs')).toHaveLength(6)
  expect(refinementsOf('Equine', 'Chest')).toEqual([])
  expect(refinementsOf('Canine', 'Front Legs')).toEqual([])
  expect(species.map((kind) => bodyPartsOf(kind).length)).toEqual([10, 10, 24])
  expect(bodyPartsOf('Equine').indexOf('Left Forefoot')).toBe(5)
})

test('the side and the limb follow from the name of a horse’s joint', () => {
  const { laterality, limb, code } = bodyParts['Right Front Fetlock']
  expect([laterality, limb, code.value]).toEqual(['R', 'front', '13190002'])
  expect(bodyParts['Left Tarsus'].laterality).toBe('L')
  expect(bodyParts['Left Tarsus'].limb).toBe('hind')
  expect(bodyParts.Chest.laterality).toBe('U')
  expect(bodyParts['Back Legs'].laterality).toBe('to be chosen')
})

test('every part that a species has, has views of that species, the usual one first', () => {
  const strays = species.flatMap((kind) => {
    const known: readonly string[] = kind === 'Equine' ? equineViews : smallAnimalViews
    return bodyPartsOf(kind).filter((part) => {
      const views = viewsOf(kind, part)
      return views.length === 0 || views.some((view) => !known.includes(view))
    })
  })
  expect(strays).toEqual([])
  expect(viewsOf('Canine', 'Chest')).toEqual(['LAT', 'VD', 'DV'])
  expect(viewsOf('Feline', 'Abdomen')).toEqual(['LAT', 'VD'])
  expect(viewsOf('Canine', 'Left Carpus')).toEqual([])
})

test('a horse’s joints have the views of a pre-purchase examination', () => {
  const around = ['LM', 'DP', 'DLMPO', 'DMPLO']
  expect(viewsOf('Equine', 'Left Carpus')).toEqual(around)
  expect(viewsOf('Equine', 'Right Tarsus')).toEqual(around)
  expect(viewsOf('Equine', 'Left Hind Fetlock')).toEqual(around)
  expect(viewsOf('Equine', 'Right Stifle')).toEqual(['LM', 'PA', 'CD30L_CRMO'])
  expect(viewsOf('Equine', 'Left Forefoot')).toEqual(['LM', 'DP', 'D65PR_PADIO'])
  expect(viewsOf('Equine', 'Left Navicular of Forelimb')).toEqual([
    'LM',
    'PA55PR_PADIO',
    'D65PR_PADIO',
  ])
})

test('every view has a name and is offered somewhere', () => {
  expect(Object.keys(viewNames).toSorted()).toEqual([...equineViews].toSorted())
  const offered = new Set(bodyPartsOf('Equine').flatMap((part) => viewsOf('Equine', part)))
  expect(equineViews.filter((view) => !offered.has(view))).toEqual([])
})

test('every view of the animal may be planned for every part, and no other', () => {
  const fault = (bodyPart: string, bodyPartView: string, kind: 'Canine' | 'Equine') =>
    annotationFault({ species: kind, modality: 'General' }, { bodyPart, bodyPartView })?.field
  for (const bodyPart of bodyPartsOf('Equine'))
    expect(equineViews.filter((view) => fault(bodyPart, view, 'Equine'))).toEqual([])
  expect(fault('Chest', 'PA', 'Canine')).toBe('bodyPartView')
  expect(fault('Chest', 'AP', 'Equine')).toBe('bodyPartView')
})

test('DICOM tells palmar from plantar by the limb', () => {
  const position = (...view: Parameters<typeof dicomViewOf>) => dicomViewOf(...view)?.viewPosition
  expect(position('DP', 'Left Carpus')).toBe('DPA')
  expect(position('DP', 'Left Tarsus')).toBe('DPL')
  expect(position('DLMPO', 'Right Front Fetlock')).toBe('DL_PAMO')
  expect(position('DLMPO', 'Right Hind Fetlock')).toBe('DL_PLMO')
  expect(position('DMPLO', 'Right Front Fetlock')).toBe('DM_PALO')
  expect(position('DMPLO', 'Right Hind Fetlock')).toBe('DM_PLLO')
  expect(position('DP', 'Skull')).toBeUndefined()
})

test('a lateral is named by the side that the beam enters, of a leg from inside to outside', () => {
  expect(dicomViewOf('LAT', 'Chest', 'left')).toEqual({
    viewPosition: 'LE_RTL',
    code: { value: '399198007', meaning: 'Left-right lateral' },
  })
  expect(dicomViewOf('LAT', 'Chest', 'right')?.viewPosition).toBe('RT_LEL')
  expect(dicomViewOf('LAT', 'Chest')).toBeUndefined()
  expect(dicomViewOf('LAT', 'Back Legs')?.viewPosition).toBe('ML')
})

test('the oblique codes of the specification are DICOM’s own and are written as they are', () => {
  expect(dicomViewOf('PA55PR_PADIO', 'Left Navicular of Forelimb')).toEqual({
    viewPosition: 'PA55PR_PADIO',
    code: null,
  })
  expect(dicomViewOf('D65PR_PADIO', 'Left Forefoot')?.code?.value).toBe('442609006')
  expect(dicomViewOf('CD30L_CRMO', 'Left Stifle')?.viewPosition).toBe('CD30L_CRMO')
  expect(dicomViewOf('PA', 'Left Stifle')?.viewPosition).toBe('CDCR')
  // From behind, a carpus is seen from the palm: another name, which the set does not have.
  expect(dicomViewOf('PA', 'Left Carpus')).toBeUndefined()
})

test('a view position fits DICOM’s code string: 16 characters, capitals, digits, underscore', () => {
  const positions = species.flatMap((kind) =>
    bodyPartsOf(kind).flatMap((part) =>
      viewsOf(kind, part).map((view) => dicomViewOf(view, part, 'left')?.viewPosition),
    ),
  )
  expect(positions.filter((text) => !/^[A-Z0-9_]{2,16}$/u.test(text ?? ''))).toEqual([])
})
