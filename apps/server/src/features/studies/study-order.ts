import { foldText, getSpeciesId, species, studyModalities } from '@talus/contract'
import type { Language, StudySort } from '@talus/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { getTranslator } from '../../http/translations.ts'

export interface StudyOrder {
  readonly sort: StudySort
  readonly desc: '0' | '1'
  /** The language of the reader, whose names of breeds, species and modalities are in order. */
  readonly language?: Language | undefined
}

const columns = {
  studyDate: 'createdOn',
  patientId: 'patientIdKey',
  patientName: 'patientNameKey',
  owner: 'ownerKey',
  breed: 'breedKey',
  species: 'speciesId',
  modality: 'modality',
  deleted: 'isDeleted',
  user: 'userKey',
} as const satisfies Record<StudySort, string>

/** The column of a study by which a list is sorted. */
export const getSortColumn = ({ sort, language }: Pick<StudyOrder, 'sort' | 'language'>) =>
  sort === 'breed' && language === 'fr' ? 'breedKeyFr' : columns[sort]

/**
 * The values of a column in the order of their names on the screen; undefined if the values are in
 * their own order.
 */
export function listNamedValues({ sort, language = 'en' }: StudyOrder) {
  const t = getTranslator(language)
  const byName = <Value>(values: readonly (readonly [value: Value, name: string])[]) =>
    values
      .toSorted(([, one], [, other]) => (foldText(one) < foldText(other) ? -1 : 1))
      .map(([value]) => value)
  if (sort === 'species')
    // 0 is an unknown species, which has no name.
    return [0, ...byName(species.map((one) => [getSpeciesId(one), t(`studies:species.${one}`)]))]
  if (sort === 'modality')
    return byName(studyModalities.map((one) => [one, t(`studies:modality.${one}`)]))
  return undefined
}

/** The place of a value among the named ones, as an expression to sort by. */
export function toRank(key: RawBuilder<unknown>, order: StudyOrder): RawBuilder<unknown> {
  const values = listNamedValues(order)
  if (!values) return key
  const places = values.map((value, place) => sql`when ${value} then ${sql.raw(String(place))}`)
  return sql`case ${key} ${sql.join(places, sql` `)} end`
}
