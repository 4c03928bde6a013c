import {
  equineBackLegParts,
  equineFrontLegParts,
  equineViews,
  generalBodyParts,
  scapulaParts,
  sidedViews,
  smallAnimalBackLegParts,
  smallAnimalFrontLegParts,
  species,
} from '@talus/contract'
import { expect, test } from 'vitest'
import { findAnnotationFault } from './annotation-fault.ts'
import { bodyParts, getBodyParts, getRefinements, getSideVariants } from './body-parts.ts'
import { isSideUnstated } from './sides.ts'
import { getOfferedViews, getUsualViews } from './offered-views.ts'
import { toDicomView, viewNames } from './views.ts'

test('the body parts are those of the specification, and the sides of the limbs', () => {
  const listed = [
    ...generalBodyParts,
    ...equineFrontLegParts,
    ...equineBackLegParts,
    ...smallAnimalFrontLegParts,
    ...smallAnimalBackLegParts,
    ...scapulaParts,
  ]
  expect(Object.keys(bodyParts).toSorted()).toEqual([...new Set(listed)].toSorted())
  expect(Object.keys(bodyParts)).toHaveLength(36)
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
  expect(bodyParts['Right Shoulder'].names.fr).toBe('Épaule droite')
  expect(bodyParts['Left Hip'].names.fr).toBe('Hanche gauche')
  expect(bodyParts['Right Back Leg'].names.fr).toBe('Membre arrière droit')
})

test('legs and scapula are refined into parts with a side, and nothing else is', () => {
  expect(getRefinements('Equine', 'Front Legs')).toEqual([
    'Left Front Leg',
    'Right Front Leg',
    ...equineFrontLegParts,
  ])
  expect(getRefinements('Equine', 'Back Legs')).toHaveLength(8)
  expect(getRefinements('Canine', 'Front Legs')).toEqual(smallAnimalFrontLegParts)
  expect(getRefinements('Feline', 'Back Legs')).toEqual(smallAnimalBackLegParts)
  expect(getRefinements('Canine', 'Scapula')).toEqual(scapulaParts)
  expect(getRefinements('Equine', 'Chest')).toEqual([])
  expect(species.map((kind) => getBodyParts(kind).length)).toEqual([28, 28, 30])
  const sided = species.flatMap((kind) =>
    getBodyParts(kind).filter((part) => /^(?:Left|Right) /u.test(part)),
  )
  expect(sided.filter((part) => bodyParts[part].laterality !== part[0])).toEqual([])
})

test('a part of a limb has a left, a right and, if one image can show them, both', () => {
  expect(getSideVariants('Canine', 'Front Legs')).toEqual({
    left: 'Left Front Leg',
    right: 'Right Front Leg',
    both: 'Front Legs',
  })
  expect(getSideVariants('Canine', 'Left Hip')?.both).toBe('Back Legs')
  expect(getSideVariants('Feline', 'Right Elbow')).toEqual({
    left: 'Left Elbow',
    right: 'Right Elbow',
    both: undefined,
  })
  expect(getSideVariants('Equine', 'Scapula')?.left).toBe('Left Scapula')
  expect(getSideVariants('Canine', 'Chest')).toBeUndefined()
})

test('the side and the limb follow from the name of a horse’s joint', () => {
  const { laterality, limb, code } = bodyParts['Right Front Fetlock']
  expect([laterality, limb, code.value]).toEqual(['R', 'front', '13190002'])
  expect(bodyParts['Left Tarsus'].laterality).toBe('L')
  expect(bodyParts['Left Tarsus'].limb).toBe('hind')
  expect(bodyParts.Chest.laterality).toBe('U')
  expect(bodyParts['Back Legs'].laterality).toBe('to be chosen')
})

test('every body part has usual views, the most common first; a horse’s legs need a side', () => {
  const without = species.flatMap((kind) =>
    getBodyParts(kind)
      .filter((part) => getUsualViews(kind, part).length === 0)
      .map((part) => `${kind} ${part}`),
  )
  expect(without).toEqual(['Equine Scapula', 'Equine Front Legs', 'Equine Back Legs'])
  expect(getUsualViews('Canine', 'Chest')).toEqual(['RLAT', 'LLAT', 'VD', 'DV'])
  expect(getUsualViews('Feline', 'Abdomen')).toEqual(['RLAT', 'LLAT', 'VD'])
  expect(getUsualViews('Canine', 'Left Stifle')).toEqual(['ML', 'CDCR', 'CRCD'])
  expect(getUsualViews('Feline', 'Right Carpus')).toEqual(['ML', 'DP', 'DLMPO', 'DMPLO'])
  expect(getUsualViews('Canine', 'Back Legs')).toEqual(['VD'])
  expect(getUsualViews('Canine', 'Left Forefoot')).toEqual([])
})

test('no offered view leaves the side open', () => {
  const open = species.flatMap((kind) =>
    getBodyParts(kind).flatMap((part) =>
      getOfferedViews(kind, part)
        .filter((view) => isSideUnstated(part, view))
        .map((view) => `${kind} ${part} ${view}`),
    ),
  )
  expect(open).toEqual([])
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

test('every view has a name, and every view except the lateral without a side is offered', () => {
  const all = [...equineViews, ...sidedViews]
  expect(Object.keys(viewNames).toSorted()).toEqual(all.toSorted())
  const offered = new Set(
    species.flatMap((kind) => getBodyParts(kind).flatMap((part) => getOfferedViews(kind, part))),
  )
  expect(all.filter((view) => !offered.has(view))).toEqual(['LAT'])
})

const findFault = (bodyPart: string, bodyPartView: string, kind: 'Canine' | 'Equine') =>
  findAnnotationFault({ species: kind, modality: 'General' }, { bodyPart, bodyPartView })

test('the views of the specification may be planned for every part that has a side or needs none', () => {
  for (const bodyPart of getBodyParts('Equine'))
    if (bodyParts[bodyPart].laterality !== 'to be chosen')
      expect(equineViews.filter((view) => findFault(bodyPart, view, 'Equine'))).toEqual([])
  expect(findFault('Chest', 'LAT', 'Canine')).toBeUndefined()
  expect(findFault('Chest', 'PA', 'Canine')?.field).toBe('bodyPartView')
  expect(findFault('Chest', 'ML', 'Canine')?.field).toBe('bodyPartView')
  expect(findFault('Left Stifle', 'RLAT', 'Canine')?.field).toBe('bodyPartView')
  expect(findFault('Chest', 'AP', 'Equine')?.field).toBe('bodyPartView')
})

test('an image of one leg without its side may not be planned; both legs in one image may', () => {
  const needed = { field: 'bodyPart', fault: 'field/side-needed' }
  for (const part of ['Front Legs', 'Back Legs', 'Scapula']) {
    expect(findFault(part, 'LAT', 'Canine')).toEqual(needed)
    expect(findFault(part, 'ML', 'Canine')).toEqual(needed)
    expect(findFault(part, 'LM', 'Equine')).toEqual(needed)
    expect(findFault(part, 'VD', 'Canine')).toBeUndefined()
  }
  expect(findFault('Left Stifle', 'ML', 'Canine')).toBeUndefined()
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

test('a right lateral is a beam from left to right in DICOM; a leg is mediolateral', () => {
  expect(toDicomView('RLAT', 'Chest')).toEqual({
    viewPosition: 'LE_RTL',
    code: { value: '399198007', meaning: 'Left-right lateral' },
  })
  expect(toDicomView('LLAT', 'Chest')).toEqual({
    viewPosition: 'RT_LEL',
    code: { value: '399173006', meaning: 'Right-left lateral' },
  })
  expect(toDicomView('LAT', 'Chest')).toBeUndefined()
  expect(toDicomView('LAT', 'Back Legs')?.viewPosition).toBe('ML')
  expect(toDicomView('ML', 'Left Elbow')?.code?.value).toBe('399260004')
  expect(toDicomView('CRCD', 'Left Elbow')?.code?.value).toBe('399162004')
  expect(toDicomView('CDCR', 'Left Stifle')?.code?.value).toBe('399196006')
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
      getUsualViews(kind, part).map((view) => toDicomView(view, part)?.viewPosition),
    ),
  )
  expect(positions.filter((text) => !/^[A-Z0-9_]{2,16}$/u.test(text ?? ''))).toEqual([])
})
