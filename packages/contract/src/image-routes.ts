import { z } from 'zod'
import { downloadTypes, rejectionReasons } from './enumerations.ts'
import { ClinicId, ImageId, SensorId, StudyId, UserId } from './ids.ts'
import { EnteredTechnique } from './bridge.ts'
import { Presentation, PresentationState, PresentationSummary } from './presentation.ts'
import { defineRoute } from './route.ts'
import { PageId } from './sensor-use.ts'
import { Annotation } from './study.ts'
import { Day, plainText, SentInstant } from './fields.ts'
import {
  Image,
  ImageLocation,
  ImageMetadata,
  ProcessingPreset,
  UnassignedFrame,
  RejectStatistics,
  ReplacedInstance,
} from './image.ts'

const byId = z.object({ id: ImageId })
const rawDataRoute = { variant: 'local', needs: 'study.capture', clinic: 'reach' } as const
const frameParams = z.object({ frameId: z.string().regex(/^[\w-]{8,64}$/u) })
/** Identifies one call that arms the sensor. */
const CaptureAttempt = z.string().regex(/^[\w-]{8,64}$/u)
const download = {
  method: 'POST',
  summary: 'Chosen images as a zip',
  needs: 'image.dicom-forms',
  clinic: 'reach',
  body: z.object({
    imageIds: z.array(ImageId).min(1, 'field/required').max(10_000),
    type: z.enum(downloadTypes),
  }),
} as const

export const imageRoutes = {
  ofStudy: defineRoute({
    method: 'GET',
    path: '/image',
    summary: 'The images of a study',
    needs: 'image.view',
    clinic: 'cases',
    query: z.object({ studyId: StudyId, isRejected: z.enum(['0', '1']).optional() }),
    response: z.array(Image),
  }),
  one: defineRoute({
    method: 'GET',
    path: '/image/:id',
    summary: 'The image, with the animal and owner of the records',
    needs: 'image.view',
    clinic: 'cases',
    params: byId,
    produces: 'application/dicom',
  }),
  location: defineRoute({
    method: 'GET',
    path: '/image/:id/location',
    summary: 'The study of an image, for an address that names only the image',
    needs: 'study.read',
    clinic: 'reach',
    params: byId,
    response: ImageLocation,
  }),
  jpeg: defineRoute({
    method: 'GET',
    path: '/image/:id.jpg',
    summary:
      'The image as a JPEG; its longer side has size pixels at most, rounded up to 128, 256 or 512',
    needs: 'image.view',
    clinic: 'cases',
    params: byId,
    query: z.object({
      size: z.coerce.number<number | string>().int().min(16).max(8192).optional(),
    }),
    produces: 'image/jpeg',
  }),
  metadata: defineRoute({
    method: 'GET',
    path: '/image/:id/metadata',
    summary: 'The metadata of an image for the viewer',
    needs: 'image.view',
    clinic: 'cases',
    params: byId,
    query: z.object({ tags: z.enum(['0', '1']).optional() }),
    response: ImageMetadata,
  }),
  pixels: defineRoute({
    method: 'GET',
    path: '/image/:id/pixels',
    summary:
      'The stored values of one frame in full depth, unpacked, little endian; `display` of the metadata defines how to show them',
    needs: 'image.view',
    clinic: 'cases',
    params: byId,
    query: z.object({ frame: z.coerce.number<number | string>().int().min(1).optional() }),
    produces: 'application/octet-stream',
  }),
  overlay: defineRoute({
    method: 'GET',
    path: '/image/:id/overlay',
    summary:
      'The overlay planes of one frame, which `planes` of the metadata announces: graphics, then the bitmap shutter; a bit per pixel of the image, lowest bit first, each row in whole bytes',
    needs: 'image.view',
    clinic: 'cases',
    params: byId,
    query: z.object({ frame: z.coerce.number<number | string>().int().min(1).optional() }),
    produces: 'application/octet-stream',
  }),
  presentation: defineRoute({
    method: 'POST',
    path: '/image/:id/presentation',
    summary: 'Save the display settings of an image as a DICOM presentation state in its study',
    needs: 'image.dicom-forms',
    clinic: 'reach',
    params: byId,
    body: Presentation,
    response: z.object({ imageId: ImageId, sopInstanceUID: z.string() }),
  }),
  presentations: defineRoute({
    method: 'GET',
    path: '/image/presentations',
    summary: 'The presentation states of a study that refer to its images, the newest first',
    needs: 'study.read',
    clinic: 'reach',
    query: z.object({ studyId: StudyId }),
    response: z.array(PresentationSummary),
  }),
  presentationState: defineRoute({
    method: 'GET',
    path: '/image/:id/presentation/:stateId',
    summary: 'How a grayscale presentation state of the study shows an image',
    needs: 'study.read',
    clinic: 'reach',
    params: byId.extend({ stateId: ImageId }),
    response: PresentationState,
  }),
  importFile: defineRoute({
    method: 'POST',
    path: '/image/import',
    summary: 'Import a DICOM file, or a zip of them; a line of JSON for each file',
    needs: 'study.write',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional(), name: plainText().default('') }),
    stream: ['application/dicom', 'application/zip', 'application/octet-stream'],
    produces: 'application/x-ndjson',
  }),
  capture: defineRoute({
    method: 'POST',
    path: '/image/capture-xray',
    summary: 'Arm the sensor and wait for the image',
    variant: 'local',
    needs: 'study.capture',
    clinic: 'reach',
    body: z.object({
      sensorId: SensorId,
      studyId: StudyId,
      annotation: Annotation,
      /** The technique on the screen, if no generator reports one. */
      technique: EnteredTechnique.optional(),
      /**
       * Unique for each attempt; repeating an attempt that timed out does not arm the sensor again.
       */
      attempt: CaptureAttempt.optional(),
      /** The page that gets the lease of sensor and generator. */
      page: PageId.optional(),
      /** The capture loop goes on by itself: the user has pressed nothing since the last image. */
      isContinued: z.boolean().optional(),
    }),
    response: Image,
  }),
  cancelCapture: defineRoute({
    method: 'POST',
    path: '/image/capture-xray/cancel',
    summary: 'Disarm the sensor; an image already exposed is kept',
    variant: 'local',
    needs: 'study.capture',
    clinic: 'reach',
    body: z.object({
      sensorId: SensorId,
      /** The page arms the sensor again at once, so sensor and generator stay leased to it. */
      keepsLease: z.boolean().optional(),
      /**
       * Only this attempt is cancelled if the lease is kept: the page may have armed the sensor
       * again before this call arrives.
       */
      attempt: CaptureAttempt.optional(),
    }),
  }),
  enterTechnique: defineRoute({
    method: 'PUT',
    path: '/image/capture-xray/technique',
    summary: 'Change the entered technique of an armed sensor, if no generator reports one',
    variant: 'local',
    needs: 'study.capture',
    clinic: 'reach',
    body: z.object({ sensorId: SensorId, technique: EnteredTechnique }),
  }),
  unassigned: defineRoute({
    ...rawDataRoute,
    method: 'GET',
    path: '/image/unassigned',
    summary: 'Exposures of this computer that belong to no study yet',
    response: z.array(UnassignedFrame),
  }),
  unassignedPicture: defineRoute({
    ...rawDataRoute,
    method: 'GET',
    path: '/image/unassigned/:frameId.jpg',
    summary: 'An unassigned exposure as a JPEG',
    params: frameParams,
    produces: 'image/jpeg',
  }),
  assign: defineRoute({
    ...rawDataRoute,
    method: 'POST',
    path: '/image/unassigned/:frameId',
    summary: 'Assign an exposure to a study',
    params: frameParams,
    body: z.object({ studyId: StudyId, annotation: Annotation }),
    response: Image,
  }),
  presets: defineRoute({
    ...rawDataRoute,
    method: 'GET',
    path: '/image/:id/presets',
    summary: 'The processing presets for the raw data of an image, suitable ones first',
    params: byId,
    response: z.array(ProcessingPreset),
  }),
  presetPreview: defineRoute({
    ...rawDataRoute,
    method: 'GET',
    path: '/image/:id/preset/:preset.jpg',
    summary: 'A preview of the image with a processing preset; nothing is changed',
    params: byId.extend({ preset: z.string() }),
    produces: 'image/jpeg',
  }),
  reprocess: defineRoute({
    ...rawDataRoute,
    method: 'POST',
    path: '/image/:id/reprocess',
    summary: 'Process the raw data of an image with another preset',
    params: byId,
    body: z.object({ preset: z.string() }),
    response: Image,
  }),
  rejectStatistics: defineRoute({
    method: 'GET',
    path: '/image/rejections/:clinicId/:dateFrom/:dateTo',
    summary:
      'Rejected exposures by operator, body part and reason; days of the clinic, both included',
    needs: 'report.create',
    clinic: { in: 'params', name: 'clinicId' },
    params: z.object({ clinicId: ClinicId, dateFrom: Day, dateTo: Day }),
    response: RejectStatistics,
  }),
  rejectStatisticsCsv: defineRoute({
    method: 'GET',
    path: '/image/rejections/:clinicId/:dateFrom/:dateTo/csv',
    summary: 'The same as a table for spreadsheets',
    needs: 'report.create',
    clinic: { in: 'params', name: 'clinicId' },
    params: z.object({ clinicId: ClinicId, dateFrom: Day, dateTo: Day }),
    produces: 'text/csv',
  }),
  annotate: defineRoute({
    method: 'PUT',
    path: '/image/annotations',
    summary: 'Correct the body part and view of an image',
    needs: 'image.annotate',
    clinic: 'reach',
    body: z.object({ imageId: ImageId, annotation: Annotation }),
    response: Image,
  }),
  history: defineRoute({
    method: 'GET',
    path: '/image/:id/history',
    summary: 'The objects that an image had before it was corrected, the newest first',
    needs: 'study.read',
    clinic: 'reach',
    params: byId,
    response: z.array(ReplacedInstance),
  }),
  replaced: defineRoute({
    method: 'GET',
    path: '/image/:id/history/:sopInstanceUID',
    summary: 'A replaced object as it was stored',
    needs: 'image.dicom-forms',
    clinic: 'reach',
    params: z.object({ id: ImageId, sopInstanceUID: z.string().regex(/^[\d.]{1,64}$/u) }),
    produces: 'application/dicom',
  }),
  reject: defineRoute({
    method: 'POST',
    path: '/image/reject',
    summary: 'Reject an image with a reason; it stays stored but is no longer shown',
    needs: 'study.capture',
    clinic: 'reach',
    body: z.object({
      imageId: ImageId,
      rejectionReason: z.enum(rejectionReasons),
      userId: UserId.optional(),
      createdOn: SentInstant.optional(),
    }),
  }),
  restore: defineRoute({
    method: 'POST',
    path: '/image/reject/undo',
    summary: 'Take back the rejection of an image; it is shown again',
    needs: 'study.capture',
    clinic: 'reach',
    body: z.object({ imageId: ImageId }),
    response: Image,
  }),
  download: defineRoute({ ...download, path: '/image/download', produces: 'application/zip' }),
  downloadLocally: defineRoute({
    ...download,
    path: '/image/download/local',
    variant: 'local',
    response: z.object({ fileName: z.string() }),
  }),
}
