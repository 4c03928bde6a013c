import type { ImageId, StudyId } from './ids.ts'

// These accept the same numbers as the schemas of the ids, without the library of the schemas, which
// is not part of the first pages.

const isIdNumber = (value: number | undefined) =>
  value !== undefined && Number.isSafeInteger(value) && value > 0

export const isImageId = (value: number | undefined): value is ImageId => isIdNumber(value)
export const isStudyId = (value: number | undefined): value is StudyId => isIdNumber(value)
