import { formatBreed } from '@talus/anatomy'
import { formatPatientName, getSpeciesName } from '@talus/contract'
import type { OwnerCard, OwnerMergeField, PatientCard, PatientMergeField } from '@talus/contract'
import type { TFunction } from 'i18next'
import { getLanguage } from '../../language.ts'
import { formatDateTime } from '../../ui/format/dates.ts'

export type Side = 'left' | 'right'

export interface CompareRow<Field extends string = string> {
  readonly label: string
  readonly left: string
  readonly right: string
  /** The field whose value can be chosen. */
  readonly field?: Field
  /** A number that belongs to each record and is expected to differ. */
  readonly isFact?: boolean
  /** Writes a stored value as it is shown. */
  readonly format?: (value: string) => string
}

export const differs = ({ left, right }: CompareRow) => left !== right

interface RowContext {
  readonly t: TFunction
  readonly timeZone: string
}

const join = (...parts: readonly (string | null | false | undefined)[]) =>
  parts.filter(Boolean).join(' · ')

function describePatient(card: PatientCard, { t, timeZone }: RowContext) {
  const species = card.speciesId === null ? undefined : getSpeciesName(card.speciesId)
  return {
    name: card.name,
    owner: card.ownerName ?? '',
    species: join(
      species && t(`studies:species.${species}`),
      formatBreed(card.breedName ?? '', getLanguage()),
    ),
    sex: join(
      card.sex && t(`registration:animal.sexes.${card.sex}`),
      card.neutered && t(`registration:animal.neuteredAs.${card.sex ?? 'unknown'}`),
    ),
    birthDate: card.birthDate ?? '',
    patientId: card.patientId,
    accessionCode: card.accessionCode,
    description: card.description,
    studies: t('reassign:studies', { count: card.studies }),
    lastStudy: card.lastStudyOn === null ? '' : formatDateTime(card.lastStudyOn, timeZone),
  }
}

export function listPatientRows(
  left: PatientCard,
  right: PatientCard,
  context: RowContext,
): readonly CompareRow<PatientMergeField>[] {
  const { t } = context
  const [one, other] = [describePatient(left, context), describePatient(right, context)]
  const labels = {
    name: t('registration:animal.name'),
    owner: t('registration:owner.title'),
    species: t('registration:animal.species'),
    sex: t('registration:animal.sex'),
    birthDate: t('registration:animal.birthDate'),
    patientId: t('registration:animal.patientId'),
    accessionCode: t('registration:animal.accessionCode'),
    description: t('registration:animal.description'),
  }
  const fields = [
    'name',
    'owner',
    'species',
    'birthDate',
    'sex',
    'patientId',
    'accessionCode',
    'description',
  ] as const
  const formats: Partial<Record<PatientMergeField, Pick<CompareRow, 'format'>>> = {
    name: { format: (name) => formatPatientName(t, name) },
  }
  const facts = [
    { label: t('reassign:studiesLabel'), left: one.studies, right: other.studies, isFact: true },
    { label: t('reassign:lastStudy'), left: one.lastStudy, right: other.lastStudy, isFact: true },
  ]
  const values = fields.flatMap((field) =>
    one[field] === '' && other[field] === ''
      ? []
      : [{ label: labels[field], left: one[field], right: other[field], field, ...formats[field] }],
  )
  return [...values.slice(0, 5), ...facts, ...values.slice(5)]
}

const describeOwner = (card: OwnerCard, { t, timeZone }: RowContext) => ({
  name: card.name,
  phone: card.phone,
  email: card.email,
  address: card.address,
  animals: card.animals.map((name) => formatPatientName(t, name)).join(', '),
  studies: t('reassign:studies', { count: card.studies }),
  lastStudy: card.lastStudyOn === null ? '' : formatDateTime(card.lastStudyOn, timeZone),
})

export function listOwnerRows(
  left: OwnerCard | null,
  right: OwnerCard,
  context: RowContext,
): readonly CompareRow<OwnerMergeField>[] {
  const { t } = context
  const other = describeOwner(right, context)
  const none: typeof other = {
    name: '',
    phone: '',
    email: '',
    address: '',
    animals: '',
    studies: '',
    lastStudy: '',
  }
  const one = left ? describeOwner(left, context) : none
  const fields = ['name', 'phone', 'email', 'address'] as const
  const facts = [
    ['animals', t('reassign:animals')],
    ['studies', t('reassign:studiesLabel')],
    ['lastStudy', t('reassign:lastStudy')],
  ] as const
  return [
    ...fields.map((field) => ({
      label: t(`registration:owner.${field}`),
      left: one[field],
      right: other[field],
      field,
    })),
    ...facts.map(([name, label]) => ({
      label,
      left: one[name],
      right: other[name],
      isFact: true,
    })),
  ]
}

/** The time of a registration in milliseconds, or the number or name of an animal without one. */
const isGenerated = (value: string) => /^(?:\d{13}|UNNAMED-\d+|Unnamed \S+)$/u.test(value)

/** Fields whose value the server makes up if nobody gives one. */
const generatedFields = ['name', 'patientId', 'accessionCode']

/**
 * The value of this record, unless only the other one has a value of its own. A generated number is
 * on no collar and in no other system.
 */
export function getDefaultSide({ left, right, field = '' }: CompareRow): Side {
  const isMissing = (value: string) =>
    value === '' || (generatedFields.includes(field) && isGenerated(value))
  return isMissing(left) && !isMissing(right) ? 'right' : 'left'
}

/** The side of each differing field: the user's choice, or the default. */
export const resolveChoices = <Field extends string>(
  rows: readonly CompareRow<Field>[],
  chosen: ReadonlyMap<Field, Side>,
): ReadonlyMap<Field, Side> =>
  new Map(
    rows.flatMap((row) =>
      row.field === undefined || !differs(row)
        ? []
        : [[row.field, chosen.get(row.field) ?? getDefaultSide(row)] as const],
    ),
  )

/** The fields whose value comes from the other record. */
export const listTaken = <Field extends string>(choices: ReadonlyMap<Field, Side>): Field[] =>
  [...choices].flatMap(([field, side]) => (side === 'right' ? [field] : []))
