import type { BlockPosition } from '../layout/index.ts'

export const checkCodes = [
  'unfilled-field',
  'side-differs-from-images',
  'side-differs-from-title',
  'organ-of-other-sex',
  'organ-of-other-species',
  'other-species-named',
  'number-without-unit',
  'other-patient-named',
  'unprintable-character',
  'empty-image-slot',
  'image-without-description',
  'image-of-other-patient',
  'other-patient-unnamed',
  'deleted-measurement',
  'empty-report',
] as const
export type CheckCode = (typeof checkCodes)[number]

/** Findings that stop the PDF; the author decides about all others. */
export const blockingCodes: ReadonlySet<CheckCode> = new Set([
  'unfilled-field',
  'other-patient-unnamed',
  'empty-report',
])

/** Something that the author should look at before the PDF is made. */
export interface CheckFinding {
  readonly code: CheckCode
  /** Whether it stops the PDF. */
  readonly isBlocking: boolean
  /** The index of the page. */
  readonly page: number
  /** The block with the text; null for the title, the images or the page as a whole. */
  readonly position: BlockPosition | null
  /** The offset of the excerpt in the text of its block. */
  readonly offset: number
  /** The words in question. */
  readonly excerpt: string
}

export type CheckedSide = 'L' | 'R'
export type CheckedSpecies = 'Canine' | 'Feline' | 'Equine'

export interface CheckContext {
  readonly patientName: string
  readonly ownerName: string
  readonly species: CheckedSpecies | null
  readonly sex: 'Male' | 'Female' | null
  /** Names of other patients of the clinic, e.g. of those that were open today. */
  readonly otherPatientNames: readonly string[]
  /**
   * The side of the paired body part that an image shows, by the id of the image: of a leg, an ear, a
   * tooth. Images of the trunk are not in it, because a right lateral shows both sides.
   */
  readonly imageSides: ReadonlyMap<number, CheckedSide>
  /** The name of the patient that an image shows, by the id of the image; only of other patients. */
  readonly imagePatients: ReadonlyMap<number, string>
  /** The measurements that exist now, of all images of the study; null if they are not known. */
  readonly measurements: readonly { readonly measurementId: string; readonly name: string }[] | null
}
