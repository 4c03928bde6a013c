import type { Species } from '@talus/contract'
import type { LocalizedNames, SnomedCode } from './localized-names.ts'

export interface SpeciesEntry {
  readonly names: LocalizedNames
  /** Patient Species Code Sequence (0010,2202), DICOM CID 7454. */
  readonly code: SnomedCode
  /** Patient Species Description (0010,2201). */
  readonly dicomDescription: string
}

export const speciesEntries: Readonly<Record<Species, SpeciesEntry>> = {
  Canine: {
    names: { en: 'Dog', fr: 'Chien' },
    code: { value: '448771007', meaning: 'Canis lupus familiaris' },
    dicomDescription: 'Canine',
  },
  Feline: {
    names: { en: 'Cat', fr: 'Chat' },
    code: { value: '448169003', meaning: 'Felis catus' },
    dicomDescription: 'Feline',
  },
  Equine: {
    names: { en: 'Horse', fr: 'Cheval' },
    code: { value: '35354009', meaning: 'Equus caballus' },
    dicomDescription: 'Equine',
  },
}
