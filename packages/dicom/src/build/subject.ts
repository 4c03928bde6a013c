import { bodyParts, dicomViewOf, orientationOf, viewNames } from '@talus/anatomy'
import type { Orientation, Side } from '@talus/anatomy'
import type { Attributes } from '../write/attributes.ts'
import { ownCode, snomed } from './codes.ts'
import type { AnimalSubject, HumanSubject, ImageSubject } from './inputs.ts'

export function sideOf(subject: ImageSubject): Side {
  if (subject.kind === 'human') return subject.side
  const { laterality } = bodyParts[subject.part]
  // Image Laterality must have a value; both is the one that names no side which may be wrong.
  return laterality === 'to be chosen' ? (subject.side ?? 'B') : laterality
}

/** The letters mean other things for animals than for people, so the two go together (PS3.3 C.7.6.1). */
export const quadruped = (orientation: Orientation): Attributes => ({
  AnatomicalOrientationType: 'QUADRUPED',
  PatientOrientation: orientation,
})

export function orientationAttributes(subject: ImageSubject): Attributes {
  if (subject.kind === 'human') return { PatientOrientation: subject.orientation }
  return quadruped(orientationOf(subject.view, subject.part, sideOf(subject)))
}

const viewSequence = (code: Attributes): readonly Attributes[] => [
  { ...code, ViewModifierCodeSequence: [] },
]

function viewAttributes({ view, part, beam }: AnimalSubject): Attributes {
  const dicomView = dicomViewOf(view, part, beam)
  if (!dicomView) return {}
  const { viewPosition, code } = dicomView
  const item = code ? snomed(code) : ownCode(viewPosition, viewNames[view].en)
  return {
    ViewPosition: viewPosition,
    ViewCodeSequence: viewSequence(item),
  }
}

const animal = (subject: AnimalSubject): Attributes => {
  const { code, bodyPartExamined } = bodyParts[subject.part]
  return {
    BodyPartExamined: bodyPartExamined,
    AnatomicRegionSequence: [snomed(code)],
    ...viewAttributes(subject),
  }
}

const human = (subject: HumanSubject): Attributes => ({
  BodyPartExamined: subject.bodyPartExamined,
  AnatomicRegionSequence: subject.region ? [snomed(subject.region)] : [],
  ViewPosition: subject.viewPosition || undefined,
  ViewCodeSequence: subject.viewCode && viewSequence(snomed(subject.viewCode)),
})

/** What an image shows, from where, and how it lies. */
export const subjectAttributes = (subject: ImageSubject): Attributes => ({
  ...(subject.kind === 'animal' ? animal(subject) : human(subject)),
  ...orientationAttributes(subject),
  ImageLaterality: sideOf(subject),
  PositionerType: 'NONE',
})

/** For a series that has no description of its own. */
export const subjectName = (subject: ImageSubject): string =>
  subject.kind === 'animal'
    ? `${subject.part} ${subject.view}`
    : [subject.bodyPartExamined, subject.viewPosition].join(' ').trim()
