import {
  bodyParts,
  dentalBodyPart,
  dentalRegionCode,
  dentalRegions,
  dicomViewOf,
} from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import { equineViews, species } from '@talus/contract'
import type { Attributes } from '@talus/dicom'

interface Named {
  readonly bodyPart: string
  readonly bodyPartView: string
}

const isBodyPart = (name: string): name is BodyPart => Object.hasOwn(bodyParts, name)
const isView = (name: string): name is View => equineViews.some((view) => view === name)
const dentalRegion = (name: string) =>
  species.flatMap((kind) => dentalRegions[kind]).find((region) => region.name === name)

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

/**
 * What a file says once its part and view were corrected. Words that DICOM has no code for are kept
 * as words, and the codes that contradict them go.
 */
export function annotationAttributes({ bodyPart, bodyPartView }: Named): Attributes {
  const words = [bodyPart, bodyPartView].filter(Boolean).join(' ')
  const region = dentalRegion(bodyPart)
  if (region)
    return {
      BodyPartExamined: dentalBodyPart,
      AnatomicRegionSequence: code(dentalRegionCode(region)),
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
