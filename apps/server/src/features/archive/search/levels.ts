import type { Species } from '@talus/contract'
import { species, getSpeciesId } from '@talus/contract'
import { foldText } from '@talus/contract'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { isOneOf } from '../../../db/is-one-of.ts'
import { matchesName, matchesNumber, matchesText, matchesList, splitValues } from './keys.ts'
import type { Condition } from './keys.ts'

export const levels = ['STUDY', 'SERIES', 'IMAGE'] as const
export type Level = (typeof levels)[number]

type Matcher = (value: string) => readonly (Condition | undefined)[]

const text =
  (column: string): Matcher =>
  (value) => [matchesText(column, value)]
const list =
  (column: string): Matcher =>
  (value) => [matchesList(column, value)]
const number =
  (column: string): Matcher =>
  (value) => [matchesNumber(column, value)]

const sexOf = { M: 'Male', F: 'Female' } as const
const isSex = (value: string): value is keyof typeof sexOf => Object.hasOwn(sexOf, value)

function matchesSpecies(value: string): Condition | undefined {
  const wanted = foldText(value.replaceAll('*', ''))
  if (wanted === '') return undefined
  const ids = species.filter((kind: Species) => foldText(kind).startsWith(wanted)).map(getSpeciesId)
  return isOneOf('patient.speciesId', ids)
}

function hasSeries(value: string): Condition | undefined {
  const values = splitValues(value)
  if (values.length === 0 || values.includes('*')) return undefined
  return sql<SqlBool>`exists (
    select 1 from "series" as "of"
    where ${sql.ref('of.studyId')} = ${sql.ref('study.id')}
      and ${isOneOf('of.modality', values)}
  )`
}

/**
 * The keys that are matched at each level, including those of the levels above it. Dates are
 * matched in search.ts.
 */
const studyKeys: Readonly<Record<string, Matcher>> = {
  StudyInstanceUID: list('study.studyInstanceUID'),
  // A study without an ID of its own is answered with its number.
  StudyID: (value) => {
    const [stated, own] = [
      matchesText('study.dicomStudyId', value),
      matchesNumber('study.id', value),
    ]
    return stated && own
      ? [sql<SqlBool>`(${stated} or (study."dicomStudyId" = '' and ${own}))`]
      : []
  },
  StudyDescription: text('study.description'),
  ReferringPhysicianName: text('study.referringPhysician'),
  AccessionNumber: (value) => {
    const [received, own] = [
      matchesText('study.accessionNumber', value),
      matchesText('patient.accessionCode', value),
    ]
    return received && own ? [sql<SqlBool>`(${received} or ${own})`] : []
  },
  ModalitiesInStudy: (value) => [hasSeries(value)],
  PatientID: text('patient.patientId'),
  PatientName: (value) => matchesName(value, ['name', 'owner']),
  PatientSex: (value) => {
    const wanted = value.trim().toUpperCase()
    return isSex(wanted) ? [matchesText('patient.sex', sexOf[wanted])] : []
  },
  PatientSpeciesDescription: (value) => [matchesSpecies(value)],
  ResponsiblePerson: (value) => matchesName(value, ['owner']),
}
const seriesKeys: Readonly<Record<string, Matcher>> = {
  SeriesInstanceUID: list('series.seriesInstanceUID'),
  Modality: list('series.modality'),
  SeriesNumber: number('series.seriesNumber'),
  SeriesDescription: text('series.description'),
  BodyPartExamined: text('series.bodyPart'),
  Laterality: text('series.laterality'),
}
const imageKeys: Readonly<Record<string, Matcher>> = {
  SOPInstanceUID: list('image.sopInstanceUID'),
  SOPClassUID: list('image.sopClassUID'),
  InstanceNumber: number('image.instanceNumber'),
  Rows: number('image.rows'),
  Columns: number('image.columns'),
  NumberOfFrames: number('image.frames'),
}

const keysOf: Readonly<Record<Level, Readonly<Record<string, Matcher>>>> = {
  STUDY: studyKeys,
  SERIES: { ...studyKeys, ...seriesKeys },
  IMAGE: { ...studyKeys, ...seriesKeys, ...imageKeys },
}

export const dateKeys = ['StudyDate', 'StudyTime', 'PatientBirthDate'] as const

/** Whether a key narrows a search at this level; other keys are returned and not matched. */
export const isMatched = (level: Level, keyword: string) =>
  Object.hasOwn(keysOf[level], keyword) || dateKeys.some((key) => key === keyword)

export const toConditions = (
  level: Level,
  keys: ReadonlyMap<string, string>,
  /** Other records that a key names. */
  merged: ReadonlyMap<string, Condition>,
): readonly Condition[] =>
  [...keys].flatMap(([keyword, value]) => {
    const matcher = Object.hasOwn(keysOf[level], keyword) ? keysOf[level][keyword] : undefined
    const found = matcher ? matcher(value).filter((condition) => condition !== undefined) : []
    const other = merged.get(keyword)
    return other && found.length > 0
      ? [sql<SqlBool>`((${sql.join(found, sql` and `)}) or ${other})`]
      : found
  })
