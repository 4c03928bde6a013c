import { formatImageAnatomy, formatSeriesDescription, formatSpeciesText } from '@talus/anatomy'
import type { Image, ImageMetadata, Language } from '@talus/contract'
import type { Spacing } from '@talus/measurements'
import { formatPersonName, formatStudyTime } from '../../core/overlay/overlay-lines.ts'

interface FactSources {
  readonly metadata: ImageMetadata
  /** Undefined for an image of another study. */
  readonly image: Image | undefined
  readonly spacing: Spacing
  /** Label of the source of the pixel size. */
  readonly spacingLabel: string
  /** Faults of the image: incomplete, overexposed. */
  readonly faults: readonly string[]
}

const formatWeight = (text: string) => (text.trim() === '' ? '' : `${text.trim()} kg`)

/** Facts in reading order; empty values are omitted. */
export function listImageFacts(
  { metadata, image, spacing, spacingLabel, faults }: FactSources,
  language: Language,
) {
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)
  const formatOptional = (value: number | null | undefined, digits: number) =>
    value === null || value === undefined ? '' : number(value, digits)
  const formatSigned = (value: number | null | undefined) =>
    value === null || value === undefined
      ? ''
      : new Intl.NumberFormat(language, {
          minimumFractionDigits: 1,
          maximumFractionDigits: 1,
          signDisplay: 'exceptZero',
        }).format(value)
  const formatSaturation = (share: number | null | undefined) =>
    share ? `${number(100 * share)} %` : ''
  const size =
    spacing.unit === 'mm' ? `${number(spacing.column, 4)} × ${number(spacing.row, 4)} mm` : ''
  const window = metadata.display?.windows[0]
  const groups = [
    {
      name: 'patient',
      facts: [
        ['patientName', formatPersonName(metadata.PatientName)],
        ['patientId', metadata.PatientID],
        ['species', formatSpeciesText(metadata.PatientSpeciesDescription.trim(), language)],
        ['weight', formatWeight(metadata.PatientWeight)],
        ['responsible', formatPersonName(metadata.ResponsiblePerson)],
        ['institution', metadata.InstitutionName],
      ],
    },
    {
      name: 'study',
      facts: [
        ['shows', image ? formatImageAnatomy(image, language) : ''],
        ['laterality', metadata.ImageLaterality],
        [
          'viewPosition',
          [metadata.ViewPosition, metadata.ViewCodeMeaning].filter(Boolean).join(' · '),
        ],
        ['orientation', metadata.PatientOrientation?.join(' \\ ') ?? ''],
        ['studyTime', formatStudyTime(metadata)],
        [
          'series',
          [
            metadata.SeriesNumber,
            formatSeriesDescription(metadata.SeriesDescription.trim(), language),
          ]
            .filter(Boolean)
            .join(' · '),
        ],
        ['sensor', image?.sensor ?? ''],
        ['exposureIndex', formatOptional(image?.exposureIndex, 0)],
        ['deviationIndex', formatSigned(image?.deviationIndex)],
        ['saturated', formatSaturation(image?.saturatedShare)],
        ['faults', faults.join(' · ')],
      ],
    },
    {
      name: 'pixels',
      facts: [
        ['dimensions', `${number(metadata.Columns)} × ${number(metadata.Rows)}`],
        ['spacing', size],
        ['spacingSource', spacingLabel],
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
