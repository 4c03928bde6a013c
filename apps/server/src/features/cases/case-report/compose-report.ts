import { formatBreed, studyTypes, studyTypeSeparator } from '@talus/anatomy'
import {
  formatCaseReportNumber,
  formatPatientName,
  getSpeciesName,
  languages,
  namePrompts,
  translateHistory,
} from '@talus/contract'
import type { CriticalFinding, Language, PromptNames } from '@talus/contract'
import type { CasePicture, CaseReport, CaseSection } from '@talus/report/case-report'
import { cleanLine } from '@talus/report/document'
import type { PrintedField, PrintedSurroundings } from '@talus/report/pdf'
import { getTranslator } from '../../../http/translations.ts'
import type { Translate } from '../../../http/translations.ts'
import { formatDay } from '../../../time/format-day.ts'
import { formatAuthor, formatLongDay } from '../../reports/index.ts'
import { compareIdentity } from '../stored/registered-patient.ts'
import type { ReportedCase, VersionTexts } from './case-report.queries.ts'

/** The person who signs, as they are when the PDF is made. */
export interface Signer {
  readonly name: string
  readonly title: string
  readonly licence: string
  readonly picture: Uint8Array | undefined
}

export interface ComposedAttachment {
  readonly fileName: string
  readonly isFromRadiologist: boolean
  /** A picture of the radiologist that the PDF does not show: too large, damaged or a BMP. */
  readonly isPictureLeftOut: boolean
}

export interface ComposedCase {
  readonly radCase: ReportedCase
  /** In order; the last one is the version that is printed. */
  readonly versions: readonly VersionTexts[]
  readonly attachments: readonly ComposedAttachment[]
  readonly criticalFindings: readonly CriticalFinding[]
  readonly pictures: readonly CasePicture[]
  /** The pictures of the case, with those that are not printed. */
  readonly pictureCount: number
  readonly signer: Signer
  readonly logo: Uint8Array | undefined
  readonly now: Date
  /** The texts are not submitted, and nothing is signed. */
  readonly isPreview: boolean
}

const formatTime = ({ language, timeZone }: ReportedCase, instant: string) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(instant))

const formatInstantDay = ({ language, timeZone }: ReportedCase, instant: string) =>
  formatLongDay(formatDay(timeZone, new Date(instant)), language)

/** The names of the regions are stored in English, as the form sends them. */
function translateRegions(regions: string, language: Language): string {
  const names = new Map(studyTypes.map(({ names }) => [names.en, names[language]]))
  return regions
    .split(studyTypeSeparator)
    .map((name) => names.get(name) ?? name)
    .join(studyTypeSeparator)
}

function readPromptNames(language: Language): PromptNames {
  const translate = getTranslator(language)
  const colon = translate('common:labelled', { label: '', value: '' })
  return namePrompts((prompt) => translate(`cases:prompt.${prompt}`), colon)
}

/** The clinic may have answered the questions of the form in the other language. */
const formatHistory = ({ clinicHistory, language }: ReportedCase): string =>
  translateHistory(clinicHistory, [readPromptNames(language), ...languages.map(readPromptNames)])

function formatSpecies(speciesId: ReportedCase['speciesId'], translate: Translate): string {
  const species = speciesId === null ? undefined : getSpeciesName(speciesId)
  return species ? translate(`reportPdf:species.${species}`) : ''
}

function listFields(radCase: ReportedCase, translate: Translate): PrintedField[] {
  const { speciesId, sex, spayed, neutered, weight, weightUnit, birthDate, language } = radCase
  const { registeredPatient, otherIdentity } = compareIdentity(radCase)
  const kind = formatSpecies(speciesId, translate)
  const neuteredSuffix = spayed || neutered ? 'Neutered' : ''
  const doctor = [radCase.doctorFirstName, radCase.doctorLastName].filter(Boolean).join(' ')
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const fields = [
    {
      label: translate('casePdf:patient'),
      value: formatPatientName(translate, radCase.patientName),
    },
    {
      // The patient above is the registered one unless the names differ.
      label: translate('casePdf:registeredName'),
      value: otherIdentity.includes('patientName')
        ? formatPatientName(translate, registeredPatient?.name ?? '')
        : '',
    },
    { label: translate('casePdf:patientId'), value: registeredPatient?.patientId ?? '' },
    { label: translate('casePdf:owner'), value: radCase.ownerName },
    {
      label: translate('casePdf:animal'),
      value: [kind, formatBreed(radCase.breed ?? '', language)].filter(Boolean).join(', '),
    },
    {
      label: translate('casePdf:sexLabel'),
      value:
        sex === null ? '' : translate(`reportPdf:sex.${sex ? 'Male' : 'Female'}${neuteredSuffix}`),
    },
    {
      label: translate('casePdf:born'),
      value: birthDate === null ? '' : formatLongDay(birthDate, language),
    },
    {
      label: translate('casePdf:weight'),
      value:
        weight === null
          ? ''
          : `${number.format(weight)}\u00a0${translate(`casePdf:unit.${weightUnit}`)}`,
    },
    { label: translate('casePdf:referring'), value: doctor },
    {
      label: translate('casePdf:studyDate'),
      value:
        radCase.studyCreatedOn === null ? '' : formatInstantDay(radCase, radCase.studyCreatedOn),
    },
  ]
  return fields
    .filter(({ value }) => value !== '')
    .map(({ label, value }) => ({ label, value: cleanLine(value) }))
}

/** Both values of every field in which the request names another animal than the register. */
function describeIdentity(radCase: ReportedCase, translate: Translate): CaseSection {
  const { registeredPatient, otherIdentity } = compareIdentity(radCase)
  const heading = translate('casePdf:otherIdentity')
  if (!registeredPatient || otherIdentity.length === 0)
    return { heading, text: '', items: [], isEmphasized: true }
  const { language } = radCase
  const formatValues = ({ patientName, speciesId, sex, birthDate }: PrintedIdentity) => ({
    patientName: formatPatientName(translate, patientName),
    speciesId: formatSpecies(speciesId, translate),
    sex: sex === null ? '' : translate(`reportPdf:sex.${sex}`),
    birthDate: birthDate === null ? '' : formatLongDay(birthDate, language),
  })
  const sex = radCase.sex === null ? null : radCase.sex ? 'Male' : 'Female'
  const typed = formatValues({ ...radCase, sex })
  const registered = formatValues({ ...registeredPatient, patientName: registeredPatient.name })
  const items = otherIdentity.map((field) =>
    translate('casePdf:otherValue', {
      field: translate(`casePdf:identity.${field}`),
      typed: typed[field],
      registered: registered[field],
    }),
  )
  return { heading, text: translate('casePdf:otherIdentityText'), items, isEmphasized: true }
}

interface PrintedIdentity extends Pick<ReportedCase, 'patientName' | 'speciesId' | 'birthDate'> {
  readonly sex: 'Male' | 'Female' | null
}

/** A section for each critical finding, the oldest first. */
const describeCritical = (
  { radCase, criticalFindings }: ComposedCase,
  translate: Translate,
): CaseSection[] =>
  criticalFindings.map(({ text, authorName, createdOn, acknowledgedOn, acknowledgedByName }) => ({
    heading: translate('casePdf:critical'),
    text,
    items: [
      translate('casePdf:reported', { name: authorName, time: formatTime(radCase, createdOn) }),
      acknowledgedOn === null
        ? translate('casePdf:notAcknowledged')
        : translate('casePdf:acknowledged', {
            name: acknowledgedByName,
            time: formatTime(radCase, acknowledgedOn),
          }),
    ],
    isEmphasized: true,
  }))

/** Names the version and those before it, if there is more than one. */
function describeVersions({ radCase, versions }: ComposedCase, translate: Translate): CaseSection {
  const items = versions.map((row) =>
    translate(row.version === 1 ? 'casePdf:firstVersion' : 'casePdf:laterVersion', {
      version: row.version,
      time: formatTime(radCase, row.createdOn),
      name: formatAuthor(row),
      reason: row.reason,
    }),
  )
  return {
    heading: translate('casePdf:versions'),
    text: '',
    items: items.length > 1 ? items : [],
    isEmphasized: false,
  }
}

/** The names of files in one line: a list of them would often be the only text of a page. */
const joinNames = (
  attachments: readonly ComposedAttachment[],
  isFromRadiologist: boolean,
  translate: Translate,
) =>
  attachments
    .filter((one) => one.isFromRadiologist === isFromRadiologist)
    .map(({ fileName, isPictureLeftOut }) =>
      isPictureLeftOut ? translate('casePdf:leftOut', { name: fileName }) : fileName,
    )
    .join(' · ')

const headAddendum = ({ radCase }: ComposedCase, row: VersionTexts, translate: Translate) =>
  translate('casePdf:addendum', {
    version: row.version,
    time: formatTime(radCase, row.createdOn),
  })

/** Tells the reader of the first page what comes later, and what is not printed. */
function describeReport(composed: ComposedCase, translate: Translate): CaseSection {
  const { radCase, versions, pictures, pictureCount } = composed
  const addenda = versions.slice(1)
  const [first] = addenda
  const last = addenda.at(-1)
  const count = addenda.length
  return {
    heading: translate('casePdf:notes.title'),
    text: '',
    items: [
      ...(last
        ? [
            translate('casePdf:notes.addenda', {
              count,
              time: formatTime(radCase, last.createdOn),
              // The layout replaces it.
              page: '{{page}}',
            }),
          ]
        : []),
      ...(pictures.length < pictureCount
        ? [
            translate('casePdf:notes.pictures', {
              count: pictureCount,
              printed: pictures.length,
            }),
          ]
        : []),
    ],
    isEmphasized: false,
    ...(first ? { namesPageOf: headAddendum(composed, first, translate) } : {}),
  }
}

function listSections(composed: ComposedCase, translate: Translate): CaseSection[] {
  const { radCase, versions, attachments } = composed
  const [first, ...addenda] = versions
  const section = (name: string, text: string): CaseSection => ({
    heading: translate(`casePdf:section.${name}`),
    text,
    items: [],
    isEmphasized: false,
  })
  const requestLine = translate('casePdf:requestLine', {
    modality: translate(`casePdf:modality.${radCase.modality}`),
    priority: translate(`casePdf:priority.${radCase.priority}`),
    day: formatInstantDay(radCase, radCase.submitOn ?? radCase.createdOn),
  })
  const regions =
    radCase.studyTypes === ''
      ? ''
      : translate('casePdf:regions', {
          regions: translateRegions(radCase.studyTypes, radCase.language),
        })
  return [
    describeIdentity(radCase, translate),
    ...describeCritical(composed, translate),
    describeReport(composed, translate),
    section('findings', first?.findings ?? ''),
    section('interpretation', first?.interpretation ?? ''),
    section('recommendations', first?.internalMedicineRecommandations ?? ''),
    ...addenda.map((row) => ({
      heading: headAddendum(composed, row, translate),
      text: row.addendum,
      items: [],
      isEmphasized: true,
    })),
    section('request', [requestLine, regions].join('\n')),
    section('history', formatHistory(radCase)),
    section('attachments', joinNames(attachments, false, translate)),
    section('ownAttachments', joinNames(attachments, true, translate)),
    describeVersions(composed, translate),
  ]
}

function describeSignature(composed: ComposedCase, translate: Translate) {
  const { radCase, versions, signer, isPreview } = composed
  const last = versions.at(-1)
  const label = translate('reportPdf:signature')
  const dateLabel = translate('reportPdf:date')
  if (isPreview || !last) return { label, dateLabel, name: translate('casePdf:unsigned') }
  const { name, title, licence, picture } = signer
  const alternativeText = translate('casePdf:signatureOf', { name })
  return {
    label,
    dateLabel,
    name,
    signed: {
      text: cleanLine(last.signature || name),
      picture: picture ? { jpeg: picture, alternativeText } : null,
      details: [name, [title, licence].filter(Boolean).join(' · ')].filter(Boolean).map(cleanLine),
      date: formatInstantDay(radCase, last.createdOn),
    },
  }
}

/** The whole content of the PDF, in the language of the clinic that reads it. */
export function composeCaseReport(composed: ComposedCase): {
  readonly report: CaseReport
  readonly surroundings: PrintedSurroundings
  readonly title: string
} {
  const { radCase, versions, logo } = composed
  const { language, clinicName } = radCase
  const translate = getTranslator(language)
  const patientName = formatPatientName(translate, radCase.patientName)
  const number = formatCaseReportNumber(radCase.id)
  const version = versions.at(-1)?.version ?? 1
  const contact = [...radCase.clinicAddress.split('\n'), radCase.clinicPhone, radCase.clinicEmail]
  return {
    title: translate('casePdf:documentTitle', { number, patient: patientName }),
    report: {
      language,
      title:
        version > 1
          ? translate('casePdf:versionTitle', { number, version })
          : translate('casePdf:title', { number }),
      filesTitle: translate('casePdf:filesTitle'),
      sections: listSections(composed, translate),
      pictures: composed.pictures,
    },
    surroundings: {
      letterhead: {
        name: clinicName,
        lines: contact.filter(Boolean),
        logo: logo
          ? { jpeg: logo, alternativeText: translate('reportPdf:logo', { clinic: clinicName }) }
          : null,
      },
      patient: listFields(radCase, translate),
      footer: cleanLine(
        [clinicName, patientName, radCase.registeredId, number].filter(Boolean).join(' · '),
      ),
      // The layout replaces these two.
      pageNumber: translate('reportPdf:pageNumber', { page: '{{page}}', count: '{{count}}' }),
      signature: describeSignature(composed, translate),
    },
  }
}
