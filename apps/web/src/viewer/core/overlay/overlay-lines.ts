import { formatSeriesDescription, formatSpeciesText } from '@talus/anatomy'
import type { ImageMetadata, Language } from '@talus/contract'

/** Formats 20260309 as 2026-03-09 and 140530.2 as 14:05; other text stays as it is. */
const formatDay = (text: string) => text.replace(/^(\d{4})\.?(\d{2})\.?(\d{2})$/u, '$1-$2-$3')
const formatTime = (text: string) =>
  text.replace(/^(\d{2}):?(\d{2})(?::?\d{2}(?:\.\d+)?)?$/u, '$1:$2')

/**
 * Formats a DICOM person name, for example `Keller^Rex` as `Keller Rex`: the owner's name first.
 */
export const formatPersonName = (text: string): string =>
  (text.split('=').find((group) => /[^^\s]/u.test(group)) ?? '')
    .split('^')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')

/** The day and the time of a study; missing ones are omitted. */
export const listStudyTime = ({ StudyDate, StudyTime }: ImageMetadata): readonly string[] =>
  [formatDay(StudyDate.trim()), formatTime(StudyTime.trim())].filter(Boolean)

export const formatStudyTime = (metadata: ImageMetadata): string =>
  listStudyTime(metadata).join(' ')

type LineName = 'series' | 'species' | 'patient' | 'responsible' | 'description'

/** Position of an image in its study. */
export interface ImagePosition {
  /** From 1. */
  readonly number: number
  readonly count: number
}

/**
 * Lines from top to bottom; missing attributes are omitted. The first has the number of the series
 * and the position of the image in the study. They are kept apart: series of other systems are not
 * numbered in this order, and "9/6" would mean nothing. The words that our own files contain are
 * translated.
 */
export function getPatientLines(
  metadata: ImageMetadata,
  position: ImagePosition | undefined,
  formatSeries: (series: string, position: ImagePosition) => string,
  language: Language,
): readonly (readonly [name: LineName, text: string])[] {
  const patient = [metadata.PatientID.trim(), formatPersonName(metadata.PatientName)].filter(
    Boolean,
  )
  const formatPosition = (series: string, at: ImagePosition) =>
    series === '' ? `${at.number}/${at.count}` : formatSeries(series, at)
  const lines = [
    ['series', position ? formatPosition(metadata.SeriesNumber.trim(), position) : ''],
    ['species', formatSpeciesText(metadata.PatientSpeciesDescription.trim(), language)],
    ['patient', patient.join(' ')],
    ['responsible', formatPersonName(metadata.ResponsiblePerson)],
    ['description', formatSeriesDescription(metadata.SeriesDescription.trim(), language)],
  ] as const
  return lines.filter(([, text]) => text !== '')
}
