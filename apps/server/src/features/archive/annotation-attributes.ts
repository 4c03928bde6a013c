import { bodyParts, dentalRegions, dicomViewOf } from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import { equineViews, species } from '@talus/contract'
import type { Attributes } from '@talus/dicom'

interface Named {
  readonly bodyPart: string
  readonly bodyPartView: string
}

const isBodyPart = (name: string): name is BodyPart => Object.hasOwn(bodyParts, name)
const isView = (name: string): name is View => equineViews.some((view) => view === name)
const isDental = (name: string) =>
  species.some((kind) => dentalRegions[kind].some((region) => region.name === name))

const code = ({ value, meaning }: { readonly value: string; readonly meaning: string }) => [
  { CodeValue: value, CodingSchemeDesignator: 'SCT', CodeMeaning: meaning },
]

/** CS of PS3.5 6.2: sixteen capitals, digits, blanks and underscores. */
const codeString = (text: string) =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 _]+/gu, ' ')
    .trim()
    .slice(0, 16)
    .trim()

/** The arches of CID 7482; which teeth they are stands in the words beside. */
const archOf = (region: string) =>
  region.includes(' - RU - ') || region.includes(' - LU - ')
    ? { value: '39481002', meaning: 'Maxillary dental arch' }
    : { value: '88176008', meaning: 'Mandibular dental arch' }

/**
 * What a file says once its part and view were corrected. Words that DICOM has no code for are kept
 * as words, and the codes that contradict them go.
 */
export function annotationAttributes({ bodyPart, bodyPartView }: Named): Attributes {
  const words = [bodyPart, bodyPartView].filter(Boolean).join(' ')
  if (isDental(bodyPart))
    return {
      BodyPartExamined: 'JAW',
      AnatomicRegionSequence: code(archOf(bodyPart)),
      SeriesDescription: words,
      ImageComments: words,
    }
  const part = isBodyPart(bodyPart) ? bodyParts[bodyPart] : undefined
  const view =
    isBodyPart(bodyPart) && isView(bodyPartView) ? dicomViewOf(bodyPartView, bodyPart) : undefined
  const side = part?.laterality
  return {
    BodyPartExamined: part?.bodyPartExamined ?? codeString(bodyPart),
    AnatomicRegionSequence: part ? code(part.code) : undefined,
    ViewPosition: view?.viewPosition ?? codeString(bodyPartView),
    ViewCodeSequence: view?.code ? code(view.code) : undefined,
    SeriesDescription: words,
    // Of a leg in general the side is not in its name: what the file says of it stays.
    ...(side !== undefined && side !== 'to be chosen' ? { ImageLaterality: side } : {}),
  }
}
