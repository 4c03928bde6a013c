import { imageWords } from '@talus/anatomy'
import type { Image, ImageMetadata, Language } from '@talus/contract'
import type { Spacing } from '@talus/measurements'
import { dicomName, studyTimeOf } from '../../overlay/overlay-lines.ts'

interface Known {
  readonly metadata: ImageMetadata
  /** Absent for an image of another study. */
  readonly image: Image | undefined
  readonly spacing: Spacing
  /** Where the size of a pixel was taken from. */
  readonly spacingWords: string
}

const kilograms = (text: string) => (text.trim() === '' ? '' : `${text.trim()} kg`)

/** In the order of reading; what nobody has said is left out. */
export function factsOf({ metadata, image, spacing, spacingWords }: Known, language: Language) {
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)
  const measured = (value: number | null | undefined, digits: number) =>
    value === null || value === undefined ? '' : number(value, digits)
  const size =
    spacing.unit === 'mm' ? `${number(spacing.column, 4)} × ${number(spacing.row, 4)} mm` : ''
  const window = metadata.display?.windows[0]
  const groups = [
    {
      name: 'patient',
      facts: [
        ['patientName', dicomName(metadata.PatientName)],
        ['patientId', metadata.PatientID],
        ['species', metadata.PatientSpeciesDescription],
        ['weight', kilograms(metadata.PatientWeight)],
        ['responsible', dicomName(metadata.ResponsiblePerson)],
        ['institution', metadata.InstitutionName],
      ],
    },
    {
      name: 'study',
      facts: [
        ['shows', image ? imageWords(image, language) : ''],
        ['studyTime', studyTimeOf(metadata)],
        ['series', [metadata.SeriesNumber, metadata.SeriesDescription].filter(Boolean).join(' · ')],
        ['sensor', image?.sensor ?? ''],
        ['exposureIndex', measured(image?.exposureIndex, 0)],
        ['deviationIndex', measured(image?.deviationIndex, 1)],
      ],
    },
    {
      name: 'pixels',
      facts: [
        ['dimensions', `${number(metadata.Columns)} × ${number(metadata.Rows)}`],
        ['spacing', size],
        ['spacingSource', spacingWords],
        ['depth', `${metadata.BitsStored} / ${metadata.BitsAllocated}`],
        ['photometric', metadata.PhotometricInterpretation],
        ['window', window ? `${number(window.width)} / ${number(window.center)}` : ''],
        ['frames', metadata.display && metadata.display.frames > 1 ? metadata.display.frames : ''],
      ],
    },
  ] as const
  return groups
    .map(({ name, facts }) => ({
      name,
      facts: facts
        .map(([fact, value]) => [fact, String(value).trim()] as const)
        .filter(([, value]) => value !== ''),
    }))
    .filter(({ facts }) => facts.length > 0)
}
