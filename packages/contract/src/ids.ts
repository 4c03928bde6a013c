import { z } from 'zod'

/** Database ids; the brand prevents using the id of a patient as that of a study. */
const id = <Name extends string>(_name: Name) =>
  z.coerce.number<number | string>().int().positive().max(Number.MAX_SAFE_INTEGER).brand<Name>()

export const ClinicId = id('ClinicId')
export const UserId = id('UserId')
export const PermissionProfileId = id('PermissionProfileId')
export const DoctorId = id('DoctorId')
export const OwnerId = id('OwnerId')
export const PatientId = id('PatientId')
export const BreedId = id('BreedId')
export const StudyId = id('StudyId')
export const AnnotationId = id('AnnotationId')
export const ImageId = id('ImageId')
export const BridgeId = id('BridgeId')
export const SensorId = id('SensorId')
export const DicomServerId = id('DicomServerId')
export const DicomSendId = id('DicomSendId')
export const DicomDeviceId = id('DicomDeviceId')
export const DicomAttemptId = id('DicomAttemptId')
export const ServiceAccountId = id('ServiceAccountId')
export const EmailConfigId = id('EmailConfigId')
export const ShareId = id('ShareId')
export const CaseId = id('CaseId')
export const CaseFileId = id('CaseFileId')
export const CaseMessageId = id('CaseMessageId')
export const CaseNoticeId = id('CaseNoticeId')
export const CriticalFindingId = id('CriticalFindingId')
export const CaseMacroId = id('CaseMacroId')
export const TrayEntryId = id('TrayEntryId')
export const ReassignmentId = id('ReassignmentId')
export const StudyReportId = id('StudyReportId')
export const ReportTemplateId = id('ReportTemplateId')
export const ReportMacroId = id('ReportMacroId')

export type ClinicId = z.output<typeof ClinicId>
export type UserId = z.output<typeof UserId>
export type PermissionProfileId = z.output<typeof PermissionProfileId>
export type DoctorId = z.output<typeof DoctorId>
export type OwnerId = z.output<typeof OwnerId>
export type PatientId = z.output<typeof PatientId>
export type BreedId = z.output<typeof BreedId>
export type StudyId = z.output<typeof StudyId>
export type AnnotationId = z.output<typeof AnnotationId>
export type ImageId = z.output<typeof ImageId>
export type BridgeId = z.output<typeof BridgeId>
export type SensorId = z.output<typeof SensorId>
export type DicomServerId = z.output<typeof DicomServerId>
export type DicomSendId = z.output<typeof DicomSendId>
export type DicomDeviceId = z.output<typeof DicomDeviceId>
export type DicomAttemptId = z.output<typeof DicomAttemptId>
export type ServiceAccountId = z.output<typeof ServiceAccountId>
export type EmailConfigId = z.output<typeof EmailConfigId>
export type ShareId = z.output<typeof ShareId>
export type CaseId = z.output<typeof CaseId>
export type CaseFileId = z.output<typeof CaseFileId>
export type CaseMessageId = z.output<typeof CaseMessageId>
export type CaseNoticeId = z.output<typeof CaseNoticeId>
export type CriticalFindingId = z.output<typeof CriticalFindingId>
export type CaseMacroId = z.output<typeof CaseMacroId>
export type TrayEntryId = z.output<typeof TrayEntryId>
export type ReassignmentId = z.output<typeof ReassignmentId>
export type StudyReportId = z.output<typeof StudyReportId>
export type ReportTemplateId = z.output<typeof ReportTemplateId>
export type ReportMacroId = z.output<typeof ReportMacroId>
