import { formatBodyPart, formatView } from '@talus/anatomy'
import { activeStates, auditActions, auditSecret, clinicTypes, isLanguage } from '@talus/contract'
import type { AuditEvent, PermissionFlag } from '@talus/contract'
import { permissionFlags } from '@talus/contract'
import type { TFunction } from 'i18next'
import { getLanguage } from '../../../language.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'

type Action = Pick<AuditEvent, 'action'> & Partial<Pick<AuditEvent, 'after'>>

/** An action that this version does not know is shown as its code. */
export function formatAction(t: TFunction, { action, after }: Action): string {
  if (action === 'generator.power' && after) return formatPower(t, after)
  const known = auditActions.find((one) => one === action)
  return known === undefined ? action : t(`audit:action.${known}`)
}

function formatPower(t: TFunction, { pw, asked }: Readonly<Record<string, unknown>>): string {
  if (asked === 0 && pw !== 0) return t('audit:power.kept')
  return pw === 0 ? t('audit:power.off') : t('audit:power.on')
}

/** The labels that forms and lists use for the same fields. */
const labels = {
  name: 'settings:clinic.name',
  clinicType: 'settings:clinic.type',
  phone: 'settings:clinic.phone',
  email: 'settings:clinic.email',
  address: 'settings:clinic.address',
  aeTitle: 'settings:clinic.aeTitle',
  lang: 'settings:clinic.language',
  timeZone: 'settings:clinic.timeZone',
  createdOn: 'settings:clinic.createdOn',
  status: 'settings:status.title',
  isDeleted: 'settings:deleted.title',
  username: 'settings:user.username',
  firstName: 'settings:user.firstName',
  lastName: 'settings:user.lastName',
  clinicId: 'settings:user.clinic',
  serverName: 'settings:dicomServer.name',
  host: 'settings:dicomServer.host',
  port: 'settings:dicomServer.port',
  description: 'settings:dicomServer.localAeTitle',
  autoSend: 'settings:dicomServer.autoSend',
  tls: 'settings:dicomServer.tls',
  sendReports: 'settings:dicomServer.sendReports',
  hostName: 'settings:email.host',
  smtpPort: 'settings:email.port',
  password: 'settings:email.password',
  passwordHash: 'settings:email.password',
  validUntil: 'audit:field.validUntil',
  maxClinicCount: 'audit:field.maxClinicCount',
  clinicIds: 'audit:field.clinicIds',
  role: 'audit:field.role',
  isActive: 'audit:field.isActive',
  type: 'audit:field.type',
  species: 'audit:field.species',
  modality: 'audit:field.modality',
  steps: 'audit:field.steps',
  stages: 'audit:field.stages',
  holders: 'audit:field.holders',
  isSedated: 'audit:field.isSedated',
  network: 'audit:field.network',
  certificate: 'audit:field.certificate',
  mayStore: 'audit:field.mayStore',
  mayQuery: 'audit:field.mayQuery',
  mayRetrieve: 'audit:field.mayRetrieve',
  unlisted: 'audit:field.unlisted',
  images: 'audit:field.images',
  sopInstanceUIDs: 'audit:field.sopInstanceUIDs',
  studyInstanceUID: 'audit:field.studyInstanceUID',
  kv: 'audit:field.kv',
  ma: 'audit:field.ma',
  ms: 'audit:field.ms',
  fo: 'audit:field.fo',
  pw: 'audit:field.pw',
  asked: 'audit:field.asked',
  holder: 'audit:field.holder',
  request: 'audit:field.request',
  destination: 'audit:field.destination',
  patientName: 'audit:field.patientName',
  patientId: 'audit:field.patientId',
  queries: 'audit:field.queries',
  since: 'audit:field.since',
  reason: 'audit:field.reason',
  study: 'audit:field.study',
  count: 'audit:field.count',
  before: 'audit:field.before',
  sex: 'audit:field.sex',
  neutered: 'audit:field.neutered',
  birthDate: 'audit:field.birthDate',
  accessionCode: 'audit:field.accessionCode',
  speciesId: 'audit:field.speciesId',
  breedId: 'audit:field.breedId',
  ownerId: 'audit:field.ownerId',
  nameGroups: 'audit:field.nameGroups',
  bodyPart: 'audit:field.bodyPart',
  bodyPartView: 'audit:field.bodyPartView',
  animalSize: 'audit:field.animalSize',
  deviationIndex: 'audit:field.deviationIndex',
  sopInstanceUID: 'audit:field.sopInstanceUID',
  rejectionReason: 'audit:field.rejectionReason',
  sender: 'audit:field.sender',
  preset: 'audit:field.preset',
  brand: 'audit:field.brand',
  model: 'audit:field.model',
} as const

const isFlag = (field: string): field is PermissionFlag =>
  permissionFlags.some((flag) => flag === field)
const isLabelled = (field: string): field is keyof typeof labels => Object.hasOwn(labels, field)

export function getFieldLabel(t: TFunction, field: string): string {
  if (isFlag(field)) return t(`settings:flag.${field}.name`)
  return isLabelled(field) ? t(labels[field]) : field
}

const emptyText = '—'
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u

function formatText(t: TFunction, field: string, text: string): string {
  if (text === '') return emptyText
  if (text === auditSecret) return t('audit:value.secret')
  const state = activeStates.find((one) => one === text)
  if (field === 'status' && state) return t(`settings:status.${state}`)
  const type = clinicTypes.find((one) => one === text)
  if (field === 'clinicType' && type) return t(`settings:clinic.types.${type}`)
  if (field === 'lang' && isLanguage(text)) return t(`settings:languages.${text}`)
  if (field === 'bodyPart') return formatBodyPart(text, getLanguage())
  if (field === 'bodyPartView') return formatView(text, getLanguage())
  if (field === 'sex' && (text === 'Male' || text === 'Female')) return t(`audit:value.${text}`)
  return instant.test(text) ? formatDateTime(text) : text
}

/** A decimal comma in French; no grouping, because most numbers are ids and ports. */
const formatNumber = (value: number) =>
  new Intl.NumberFormat(getLanguage(), { useGrouping: false, maximumFractionDigits: 3 }).format(
    value,
  )

export interface FormattedValue {
  readonly text: string
  /** True for a nested value, which is shown as JSON. */
  readonly isCode: boolean
}

type ClinicNames = ReadonlyMap<number, string>

/** Formats a value of an audit event; a clinic missing in `clinicNames` is shown by its id. */
export function formatValue(
  t: TFunction,
  field: string,
  value: unknown,
  clinicNames: ClinicNames = new Map(),
): FormattedValue {
  const plain = (text: string) => ({ text, isCode: false })
  if (value === null || value === undefined) return plain(emptyText)
  if (typeof value === 'boolean')
    return plain(value ? t('common:answer.yes') : t('common:answer.no'))
  if (typeof value === 'string') return plain(formatText(t, field, value))
  if (typeof value === 'number') {
    if (field === 'pw' || field === 'asked')
      return plain(value === 0 ? t('audit:value.off') : t('audit:value.on'))
    const isClinic = field === 'clinicId' || field === 'clinicIds'
    return plain(isClinic ? (clinicNames.get(value) ?? `#${value}`) : formatNumber(value))
  }
  if (Array.isArray(value)) {
    const items = value.map((one: unknown) => formatValue(t, field, one, clinicNames))
    if (items.length === 0) return plain(emptyText)
    if (!items.some(({ isCode }) => isCode)) return plain(items.map(({ text }) => text).join('\n'))
  }
  return { text: JSON.stringify(value, null, 2), isCode: true }
}
