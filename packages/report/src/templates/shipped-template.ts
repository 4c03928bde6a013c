import type { species } from '@talus/contract'
import type { ReportLanguage } from '../document/index.ts'

export const shippedTemplateIds = [
  'thorax',
  'abdomen',
  'pelvis',
  'stifle',
  'elbow',
  'spine',
  'skull',
  'dental',
  'equine-foot',
  'ct-thorax',
] as const
export type ShippedTemplateId = (typeof shippedTemplateIds)[number]

/** Which studies a template is offered for; the same in every language. */
interface TemplateScope {
  readonly species: readonly (typeof species)[number][]
  readonly modality: 'General' | 'Dental' | 'CT'
  /** Parts of a body part's name in the contract, e.g. "Stifle" of "Left Stifle". */
  readonly bodyParts: readonly string[]
}

const dogAndCat = ['Canine', 'Feline'] as const

export const templateScopes: Readonly<Record<ShippedTemplateId, TemplateScope>> = {
  thorax: { species: dogAndCat, modality: 'General', bodyParts: ['Chest'] },
  abdomen: { species: dogAndCat, modality: 'General', bodyParts: ['Abdomen'] },
  pelvis: { species: dogAndCat, modality: 'General', bodyParts: ['Hip', 'Sacral Vertebrae'] },
  stifle: { species: dogAndCat, modality: 'General', bodyParts: ['Stifle', 'Back Leg'] },
  elbow: { species: dogAndCat, modality: 'General', bodyParts: ['Elbow', 'Front Leg'] },
  spine: {
    species: dogAndCat,
    modality: 'General',
    bodyParts: ['Cervical', 'Vertebrae', 'Caudal Vertebrae'],
  },
  skull: { species: dogAndCat, modality: 'General', bodyParts: ['Skull'] },
  dental: { species: dogAndCat, modality: 'Dental', bodyParts: [] },
  'equine-foot': {
    species: ['Equine'],
    modality: 'General',
    bodyParts: ['Forefoot', 'Navicular', 'Fetlock'],
  },
  'ct-thorax': { species: dogAndCat, modality: 'CT', bodyParts: ['Chest'] },
}

/** The name and the text of a template in one language; the text is in bracket notation. */
export interface TemplateText {
  readonly name: string
  readonly text: string
}
export type TemplateTexts = Readonly<Record<ShippedTemplateId, TemplateText>>

export interface ShippedTemplate extends TemplateScope, TemplateText {
  readonly id: ShippedTemplateId
  readonly language: ReportLanguage
}
