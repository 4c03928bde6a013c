import {
  bodyParts,
  getImageLaterality,
  getOrientation,
  toDicomView,
  viewNames,
} from '@talus/anatomy'
import type { Orientation, ImageLaterality } from '@talus/anatomy'
import type { Attributes } from '../write/attributes.ts'
import { createPrivateCodeItem, createSnomedItem } from './codes.ts'
import type { AnimalSubject, HumanSubject, ImageSubject } from './inputs.ts'

/** Image Laterality must have a value (PS3.3 C.8.11.3). */
export const getSide = (subject: ImageSubject): ImageLaterality =>
  subject.kind === 'human' ? subject.side : getImageLaterality(subject.part)

/** The orientation terms differ for animals, so both attributes are needed (PS3.3 C.7.6.1). */
export const createQuadrupedOrientation = (orientation: Orientation): Attributes => ({
  AnatomicalOrientationType: 'QUADRUPED',
  PatientOrientation: orientation,
})

export function createOrientationAttributes(subject: ImageSubject): Attributes {
  if (subject.kind === 'human') return { PatientOrientation: subject.orientation }
  return createQuadrupedOrientation(getOrientation(subject.view, subject.part))
}

const createViewSequence = (code: Attributes): readonly Attributes[] => [
  { ...code, ViewModifierCodeSequence: [] },
]

function createViewAttributes({ view, part }: AnimalSubject): Attributes {
  const dicomView = toDicomView(view, part)
  if (!dicomView) return {}
  const { viewPosition, code } = dicomView
  const item = code
    ? createSnomedItem(code)
    : createPrivateCodeItem(viewPosition, viewNames[view].en)
  return {
    ViewPosition: viewPosition,
    ViewCodeSequence: createViewSequence(item),
  }
}

const createAnimalAttributes = (subject: AnimalSubject): Attributes => {
  const { code, bodyPartExamined } = bodyParts[subject.part]
  return {
    BodyPartExamined: bodyPartExamined,
    AnatomicRegionSequence: [createSnomedItem(code)],
    ...createViewAttributes(subject),
  }
}

const createHumanAttributes = (subject: HumanSubject): Attributes => ({
  BodyPartExamined: subject.bodyPartExamined,
  AnatomicRegionSequence: subject.region ? [createSnomedItem(subject.region)] : [],
  ViewPosition: subject.viewPosition || undefined,
  ViewCodeSequence: subject.viewCode && createViewSequence(createSnomedItem(subject.viewCode)),
})

/** The body part, view, orientation and laterality of an image. */
export const createSubjectAttributes = (subject: ImageSubject): Attributes => ({
  ...(subject.kind === 'animal' ? createAnimalAttributes(subject) : createHumanAttributes(subject)),
  ...createOrientationAttributes(subject),
  ImageLaterality: getSide(subject),
  PositionerType: 'NONE',
})

/** The description of a series that has none. */
export const formatSubject = (subject: ImageSubject): string =>
  subject.kind === 'animal'
    ? `${subject.part} ${subject.view}`
    : [subject.bodyPartExamined, subject.viewPosition].join(' ').trim()
