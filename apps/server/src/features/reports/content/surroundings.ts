import { formatBreed } from '@talus/anatomy'
import { formatPatientName, getSpeciesName } from '@talus/contract'
import type { Language } from '@talus/contract'
import type { PrintedField, PrintedSurroundings } from '@talus/report/pdf'
import { getTranslator } from '../../../http/translations.ts'
import type { Translate } from '../../../http/translations.ts'
import { formatDay } from '../../../time/format-day.ts'
import type { ReportStudy } from '../report-study.queries.ts'

export interface Author {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
}

export const formatAuthor = ({ firstName, lastName, username }: Author): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username

/** A day as the language writes it, e.g. "10 February 2026". */
export const formatLongDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(day))

function formatSex({ sex, neutered }: ReportStudy, translate: Translate): string {
  if (sex === null) return ''
  return translate(`reportPdf:sex.${sex}${neutered ? 'Neutered' : ''}`)
}

function listAnimalFields(
  study: ReportStudy,
  language: Language,
  translate: Translate,
): PrintedField[] {
  if (study.clinicType === 'Human') return []
  const species = study.speciesId === null ? undefined : getSpeciesName(study.speciesId)
  const kind = species ? translate(`reportPdf:species.${species}`) : ''
  return [
    { label: translate('reportPdf:owner'), value: study.ownerName ?? '' },
    {
      label: translate('reportPdf:animal'),
      value: [kind, study.breed && formatBreed(study.breed, language)].filter(Boolean).join(', '),
    },
  ]
}

/** Empty fields are left out. */
function listPatientFields(
  study: ReportStudy,
  language: Language,
  translate: Translate,
): PrintedField[] {
  const { birthDate, timeZone, createdOn } = study
  const fields = [
    {
      label: translate('reportPdf:patient'),
      value: formatPatientName(translate, study.patientName, { number: study.patientId }),
    },
    { label: translate('reportPdf:patientId'), value: study.patientId },
    ...listAnimalFields(study, language, translate),
    { label: translate('reportPdf:sexLabel'), value: formatSex(study, translate) },
    {
      label: translate('reportPdf:born'),
      value: birthDate === null ? '' : formatLongDay(birthDate, language),
    },
    {
      label: translate('reportPdf:studyDate'),
      value: formatLongDay(formatDay(timeZone, new Date(createdOn)), language),
    },
  ]
  return fields.filter(({ value }) => value !== '')
}

/** The letterhead, the patient block and the footer of a report, in its language. */
export function createSurroundings(
  study: ReportStudy,
  settings: {
    readonly language: Language
    readonly logo: Uint8Array | undefined
    readonly author: Author
    readonly now: Date
    readonly version: number
    readonly isVerified: boolean
  },
): PrintedSurroundings {
  const { language, logo, author, now, version, isVerified } = settings
  const translate = getTranslator(language)
  const { clinicName, clinicAddress, clinicPhone, clinicEmail, patientName, timeZone } = study
  const stated = translate(isVerified ? 'reportPdf:versionFinal' : 'reportPdf:versionNotFinal', {
    version,
  })
  const today = formatLongDay(formatDay(timeZone, now), language)
  return {
    letterhead: {
      name: clinicName,
      lines: [...clinicAddress.split('\n'), clinicPhone, clinicEmail].filter(Boolean),
      logo: logo
        ? { jpeg: logo, alternativeText: translate('reportPdf:logo', { clinic: clinicName }) }
        : null,
    },
    patient: listPatientFields(study, language, translate),
    footer: [
      formatPatientName(translate, patientName),
      stated,
      formatAuthor(author),
      today,
      clinicName,
    ]
      .filter(Boolean)
      .join(' · '),
    // The layout replaces these two.
    pageNumber: translate('reportPdf:pageNumber', { page: '{{page}}', count: '{{count}}' }),
    signature: {
      label: translate('reportPdf:signature'),
      dateLabel: translate('reportPdf:date'),
      name: formatAuthor(author),
    },
  }
}
