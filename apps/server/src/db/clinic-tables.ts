import type { ClinicId } from '@talus/contract'
import { isOneOf } from './is-one-of.ts'
import type { Database } from './tables.ts'

/** Tables whose rows belong to a clinic, with the column that contains the clinic's id. */
const clinicColumns = {
  clinic: 'id',
  user: 'clinicId',
  doctor: 'clinicId',
  owner: 'clinicId',
  ownerWord: 'clinicId',
  patient: 'clinicId',
  patientWord: 'clinicId',
  study: 'clinicId',
  studyAnnotation: 'clinicId',
  studyReport: 'clinicId',
  reportDraft: 'clinicId',
  reportPicture: 'clinicId',
  reportTemplate: 'clinicId',
  reportMacro: 'clinicId',
  reportLogo: 'clinicId',
  image: 'clinicId',
  imageExposure: 'clinicId',
  imageHeader: 'clinicId',
  documentTicket: 'clinicId',
  outgoingFile: 'clinicId',
  imageCompression: 'clinicId',
  series: 'clinicId',
  slice: 'clinicId',
  positionCorrection: 'clinicId',
  imageRejection: 'clinicId',
  rawFrame: 'clinicId',
  replacedInstance: 'clinicId',
  restraintEntry: 'clinicId',
  restraintCorrection: 'clinicId',
  annotationCorrection: 'clinicId',
  protocol: 'clinicId',
  viewerState: 'clinicId',
  hangingProtocol: 'clinicId',
  dicomServer: 'clinicId',
  dicomReceiver: 'clinicId',
  dicomDevice: 'clinicId',
  dicomAttempt: 'clinicId',
  pendingReceipt: 'clinicId',
  serviceAccount: 'clinicId',
  dicomSend: 'clinicId',
  emailConfig: 'clinicId',
  share: 'clinicId',
  shareImage: 'clinicId',
  reassignment: 'clinicId',
  radCase: 'clinicId',
  caseFile: 'clinicId',
  caseFileTicket: 'clinicId',
  caseReport: 'clinicId',
  caseEvent: 'clinicId',
  caseMessage: 'clinicId',
  caseReportVersion: 'clinicId',
  caseCritical: 'clinicId',
  caseFeedback: 'clinicId',
  casePresence: 'clinicId',
  bridge: 'clinicId',
  sensor: 'clinicId',
  trayEntry: 'clinicId',
  patientAlias: 'clinicId',
  studyClaim: 'clinicId',
  formerNumber: 'clinicId',
  imageVersion: 'clinicId',
  skippedStep: 'clinicId',
  auditEvent: 'clinicId',
} as const satisfies Partial<Record<keyof Database, string>>

export type ClinicTableName = keyof typeof clinicColumns
export const clinicTables = Object.keys(clinicColumns) as readonly ClinicTableName[]

export const isClinicTable = (name: string): name is ClinicTableName =>
  Object.hasOwn(clinicColumns, name)

/** Whether a row belongs to one of the clinics; `alias` is the name of the table in the query. */
export const createClinicCondition = (
  table: ClinicTableName,
  clinicIds: readonly ClinicId[],
  alias: string = table,
) => isOneOf(`${alias}.${clinicColumns[table]}`, clinicIds)
