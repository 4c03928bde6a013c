import type { ImageMetadata } from '@talus/contract'

/** 20260309 is 2026-03-09, and 140530.2 is 14:05; what is neither is shown as it stands. */
const dicomDay = (text: string) => text.replace(/^(\d{4})\.?(\d{2})\.?(\d{2})$/u, '$1-$2-$3')
const dicomTime = (text: string) =>
  text.replace(/^(\d{2}):?(\d{2})(?::?\d{2}(?:\.\d+)?)?$/u, '$1:$2')

/** `Keller^Rex` is Rex of the Kellers: the name of the animal stands last. */
export const dicomName = (text: string): string =>
  (text.split('=')[0] ?? '')
    .split('^')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')

export const studyTimeOf = ({ StudyDate, StudyTime }: ImageMetadata): string =>
  [dicomDay(StudyDate.trim()), dicomTime(StudyTime.trim())].filter(Boolean).join(' ')

type LineName = 'series' | 'species' | 'patient' | 'responsible' | 'description'

/** From top to bottom; what the file does not tell takes no line. */
export function subjectLines(
  metadata: ImageMetadata,
  imageCount: number,
): readonly (readonly [name: LineName, text: string])[] {
  const series = metadata.SeriesNumber.trim()
  const patient = [metadata.PatientID.trim(), dicomName(metadata.PatientName)].filter(Boolean)
  const lines = [
    ['series', `${series === '' ? '–' : series}/${imageCount}`],
    ['species', metadata.PatientSpeciesDescription.trim()],
    ['patient', patient.join(' ')],
    ['responsible', dicomName(metadata.ResponsiblePerson)],
    ['description', metadata.SeriesDescription.trim()],
  ] as const
  return lines.filter(([, text]) => text !== '')
}
