import { bodyParts } from '@talus/anatomy'
import { speciesName } from '@talus/contract'
import type { Language, rejectionReasons, XrayLogTag } from '@talus/contract'
import { wordsIn } from '../../http/words.ts'
import type { Words } from '../../http/words.ts'
import { minuteIn } from '../../time/minute-in.ts'
import type { exposuresOf, LogStudy } from './xray-log.queries.ts'

export type Cell = string | number | null

export type LogExposure = Awaited<ReturnType<typeof exposuresOf>>[number] & {
  readonly rejectionReason: (typeof rejectionReasons)[number] | undefined
}

export interface LogLine {
  readonly study: LogStudy
  /** None where a line is for a study, or where a study has had no exposure. */
  readonly exposure: LogExposure | undefined
}

/** How a log is written: for whom, and of which clinic. */
export interface LogWriting {
  readonly language: Language
  readonly timeZone: string
  readonly clinicName: string
}

interface Writer extends LogWriting {
  readonly words: Words
}

const yesOrNo = (isSo: boolean | null, words: Words) =>
  isSo === null ? null : words(isSo ? 'common:answer.yes' : 'common:answer.no')

/** Which side is in the name of a horse's leg, and in the quadrant of teeth ("104 - RU - Canine"). */
function sideOf(bodyPart: string, words: Words): string | null {
  const side =
    /^(?:(?<left>Left)|Right)\b/u.exec(bodyPart) ?? / - (?:(?<left>L)|R)[UL] - /u.exec(bodyPart)
  return side && words(`xrayLog:side.${side.groups?.['left'] === undefined ? 'R' : 'L'}`)
}

const namesOfParts = new Map(Object.entries(bodyParts).map(([part, { names }]) => [part, names]))

const ofStudy = {
  studyDate: ({ createdOn }, { timeZone }) => minuteIn(timeZone, createdOn),
  accession: ({ accessionCode }) => accessionCode,
  patientId: ({ patientId }) => patientId,
  patientName: ({ patientName }) => patientName,
  owner: ({ owner }) => owner,
  species: ({ speciesId }, { words }) => {
    const name = speciesId === null ? undefined : speciesName(speciesId)
    return name === undefined ? null : words(`studies:species.${name}`)
  },
  breed: ({ breed }) => breed,
  sex: ({ sex }, { words }) => sex && words(`xrayLog:sex.${sex}`),
  modality: ({ modality }, { words }) => words(`studies:modality.${modality}`),
  exposures: ({ exposures }) => exposures,
  rejected: ({ rejected }) => rejected,
  user: ({ user }) => user,
  clinic: (_study, { clinicName }) => clinicName,
  deleted: ({ isDeleted }, { words }) => yesOrNo(isDeleted, words),
} satisfies Partial<Record<XrayLogTag, (study: LogStudy, writer: Writer) => Cell>>

const ofExposure = {
  exposedOn: ({ createdOn }, { timeZone }) => minuteIn(timeZone, createdOn),
  operator: ({ operator }) => operator,
  bodyPart: ({ bodyPart }, { language }) => namesOfParts.get(bodyPart)?.[language] ?? bodyPart,
  view: ({ bodyPartView }) => bodyPartView.toUpperCase(),
  side: ({ bodyPart }, { words }) => sideOf(bodyPart, words),
  size: ({ animalSize }, { words }) => animalSize && words(`xrayLog:size.${animalSize}`),
  weight: ({ weightKg }) => weightKg,
  thickness: ({ thicknessMm }) => thicknessMm,
  kv: ({ kv }) => kv,
  ma: ({ ma }) => ma,
  ms: ({ ms }) => ms,
  mas: ({ mas }) => mas,
  focus: ({ focus }) => focus,
  sid: ({ sidMm }) => sidMm,
  grid: ({ grid }) => grid,
  ei: ({ exposureIndex }) => exposureIndex,
  di: ({ deviationIndex }) => deviationIndex,
  rejectionReason: ({ rejectionReason }, { words }) =>
    rejectionReason === undefined ? null : words(`xrayLog:rejection.${rejectionReason}`),
  holders: ({ holders }) => holders,
  sedation: ({ isSedated }, { words }) => yesOrNo(isSedated, words),
  reason: ({ reason }) => reason,
  detector: ({ sensor }) => sensor,
  generator: ({ generator }) => generator,
  room: ({ room }) => room,
} satisfies Partial<Record<XrayLogTag, (exposure: LogExposure, writer: Writer) => Cell>>

const isOfStudy = (tag: XrayLogTag): tag is keyof typeof ofStudy => Object.hasOwn(ofStudy, tag)
export const isOfExposure = (tag: XrayLogTag): tag is keyof typeof ofExposure =>
  Object.hasOwn(ofExposure, tag)

/** Turns what is known into what stands in the columns. */
export function cellsOf(tags: readonly XrayLogTag[], writing: LogWriting) {
  const writer = { ...writing, words: wordsIn(writing.language) }
  return ({ study, exposure }: LogLine): readonly Cell[] =>
    tags.map((tag) => {
      if (isOfStudy(tag)) return ofStudy[tag](study, writer)
      return exposure && isOfExposure(tag) ? ofExposure[tag](exposure, writer) : null
    })
}

export const headingsOf = (tags: readonly XrayLogTag[], language: Language) =>
  tags.map((tag) => wordsIn(language)(`xrayLog:column.${tag}`))
