import {
  formatBodyPart,
  formatBreed,
  formatImageAnatomy,
  formatView,
  getStatedSide,
} from '@talus/anatomy'
import { formatPatientName, getSpeciesName } from '@talus/contract'
import type { Language, rejectionReasons, XrayLogTag } from '@talus/contract'
import { getTranslator } from '../../http/translations.ts'
import type { Translate } from '../../http/translations.ts'
import { formatMinute } from '../../time/format-minute.ts'
import type {
  AnnotationCorrection,
  listExposures,
  LogCorrection,
  LogStudy,
  RestraintCorrection,
} from './xray-log.queries.ts'

export type Cell = string | number | null

export type LogExposure = Awaited<ReturnType<typeof listExposures>>[number] & {
  readonly rejectionReason: (typeof rejectionReasons)[number] | undefined
  readonly corrections: readonly LogCorrection[]
}

export interface LogLine {
  readonly study: LogStudy
  /** Undefined if a line is for a study, or if a study has no exposure. */
  readonly exposure: LogExposure | undefined
}

/** Language, time zone and clinic of a log. */
export interface LogFormat {
  readonly language: Language
  readonly timeZone: string
  readonly clinicName: string
}

interface CellFormat extends LogFormat {
  readonly translate: Translate
}

const formatYesNo = (isSo: boolean | null, translate: Translate) =>
  isSo === null ? null : translate(isSo ? 'common:answer.yes' : 'common:answer.no')

const formatSide = (annotation: Parameters<typeof getStatedSide>[0], translate: Translate) => {
  const side = getStatedSide(annotation)
  return side === undefined ? null : translate(`xrayLog:side.${side}`)
}

/** Rounds as on the screen. */
function roundTo(value: number | null, decimals: number): number | null {
  if (value === null) return null
  const factor = 10 ** decimals
  // Adding zero turns a negative zero into zero.
  return Math.round(value * factor) / factor + 0
}

function formatRestraint(holders: string, isSedated: boolean, translate: Translate): string {
  const names = holders || translate('xrayLog:restraint.nobody')
  return isSedated ? `${names}, ${translate('xrayLog:restraint.sedated')}` : names
}

function formatRestraintChange(correction: RestraintCorrection, translate: Translate): string {
  const { previousHolders, previousIsSedated, holders, isSedated } = correction
  const before = formatRestraint(previousHolders, previousIsSedated, translate)
  return `${before} → ${formatRestraint(holders, isSedated, translate)}`
}

/** The size is named only if it was corrected. */
function formatAnnotationChange(
  correction: AnnotationCorrection,
  { language, translate }: CellFormat,
): string {
  const { previousBodyPart, previousBodyPartView, previousAnimalSize, animalSize } = correction
  const before = { bodyPart: previousBodyPart, bodyPartView: previousBodyPartView }
  const formatState = (annotation: typeof before, size: typeof animalSize) =>
    [
      formatImageAnatomy(annotation, language) || '–',
      previousAnimalSize === animalSize ? '' : size && translate(`xrayLog:size.${size}`),
    ]
      .filter(Boolean)
      .join(', ')
  return `${formatState(before, previousAnimalSize)} → ${formatState(correction, animalSize)}`
}

/** Names the user and the time of a correction, the value before and the value after. */
function formatCorrection(correction: LogCorrection, format: CellFormat): string {
  const change =
    'previousBodyPart' in correction
      ? formatAnnotationChange(correction, format)
      : formatRestraintChange(correction, format.translate)
  const time = formatMinute(format.timeZone, correction.createdOn)
  return format.translate('xrayLog:correction', { time, user: correction.user, change })
}

const studyCells = {
  studyDate: ({ createdOn }, { timeZone }) => formatMinute(timeZone, createdOn),
  accession: ({ accessionCode }) => accessionCode,
  patientId: ({ patientId }) => patientId,
  patientName: ({ patientName, patientId: number }, { translate }) =>
    formatPatientName(translate, patientName, { number }),
  owner: ({ owner }) => owner,
  species: ({ speciesId }, { translate }) => {
    const name = speciesId === null ? undefined : getSpeciesName(speciesId)
    return name === undefined ? null : translate(`studies:species.${name}`)
  },
  breed: ({ breed }, { language }) => breed && formatBreed(breed, language),
  sex: ({ sex }, { translate }) => sex && translate(`xrayLog:sex.${sex}`),
  modality: ({ modality }, { translate }) => translate(`studies:modality.${modality}`),
  exposures: ({ exposures }) => exposures,
  rejected: ({ rejected }) => rejected,
  user: ({ user }) => user,
  clinic: (_study, { clinicName }) => clinicName,
  deleted: ({ isDeleted }, { translate }) => formatYesNo(isDeleted, translate),
} satisfies Partial<Record<XrayLogTag, (study: LogStudy, writer: CellFormat) => Cell>>

const exposureCells = {
  exposedOn: ({ createdOn }, { timeZone }) => formatMinute(timeZone, createdOn),
  operator: ({ operator }) => operator,
  bodyPart: ({ bodyPart }, { language }) => formatBodyPart(bodyPart, language),
  view: ({ bodyPartView }, { language }) => formatView(bodyPartView, language),
  side: (exposure, { translate }) => formatSide(exposure, translate),
  size: ({ animalSize }, { translate }) => animalSize && translate(`xrayLog:size.${animalSize}`),
  weight: ({ weightKg }) => weightKg,
  thickness: ({ thicknessMm }) => thicknessMm,
  kv: ({ kv }) => kv,
  ma: ({ ma }) => ma,
  ms: ({ ms }) => ms,
  mas: ({ mas }) => mas,
  focus: ({ focus }, { translate }) =>
    focus === 'S' || focus === 'L' ? translate(`xrayLog:focus.${focus}`) : focus,
  sid: ({ sidMm }) => sidMm,
  grid: ({ grid }) => grid,
  techniqueSource: ({ kv, mas, isTechniqueEntered }, { translate }) => {
    if (kv === null && mas === null) return null
    return translate(`xrayLog:techniqueSource.${isTechniqueEntered ? 'entered' : 'reported'}`)
  },
  ei: ({ exposureIndex }) => roundTo(exposureIndex, 0),
  di: ({ deviationIndex }) => roundTo(deviationIndex, 1),
  rejectionReason: ({ rejectionReason }, { translate }) =>
    rejectionReason === undefined ? null : translate(`xrayLog:rejection.${rejectionReason}`),
  holders: ({ holders }) => holders,
  sedation: ({ isSedated }, { translate }) => formatYesNo(isSedated, translate),
  corrections: ({ corrections }, format) =>
    corrections.map((one) => formatCorrection(one, format)).join(' | ') || null,
  reason: ({ reason }) => reason,
  detector: ({ sensor }) => sensor,
  generator: ({ generator }) => generator,
  room: ({ room }) => room,
} satisfies Partial<Record<XrayLogTag, (exposure: LogExposure, writer: CellFormat) => Cell>>

const isStudyTag = (tag: XrayLogTag): tag is keyof typeof studyCells =>
  Object.hasOwn(studyCells, tag)
export const isExposureTag = (tag: XrayLogTag): tag is keyof typeof exposureCells =>
  Object.hasOwn(exposureCells, tag)

/** Creates a function that turns a line of the log into the cells of its columns. */
export function createCellWriter(tags: readonly XrayLogTag[], format: LogFormat) {
  const cellFormat = { ...format, translate: getTranslator(format.language) }
  return ({ study, exposure }: LogLine): readonly Cell[] =>
    tags.map((tag) => {
      if (isStudyTag(tag)) return studyCells[tag](study, cellFormat)
      return exposure && isExposureTag(tag) ? exposureCells[tag](exposure, cellFormat) : null
    })
}

export const formatHeadings = (tags: readonly XrayLogTag[], language: Language) =>
  tags.map((tag) => getTranslator(language)(`xrayLog:column.${tag}`))
