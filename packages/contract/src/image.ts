import { z } from 'zod'
import { animalSizes, downloadTypes, rejectionReasons, studyModalities } from './enumerations.ts'
import { ClinicId, ImageId, SensorId, StudyId, UserId } from './ids.ts'
import { Presentation } from './presentation.ts'
import { route } from './route.ts'
import { Annotation } from './study.ts'
import { Day, Instant, plainText } from './fields.ts'

export const Image = z.object({
  id: ImageId,
  userId: UserId,
  studyId: StudyId,
  modality: z.enum(studyModalities),
  bodyPart: z.string(),
  bodyPartView: z.string(),
  animalSize: z.enum(animalSizes).nullable(),
  filePath: z.string(),
  sopInstanceUID: z.string(),
  seriesInstanceUID: z.string(),
  sensor: z.string(),
  createdOn: Instant,
  isRejected: z.boolean(),
  isAutoSent: z.boolean(),
  /** IEC 62494-1, as the image was taken; null where nobody measured it. */
  exposureIndex: z.number().nullable(),
  deviationIndex: z.number().nullable(),
  /** It arrived late: after a crash, a lost connection or a cancel. */
  isRecovered: z.boolean(),
  /** How its raw data are processed; null where there are none that could be processed again. */
  look: z.string().nullable(),
})
export type Image = z.output<typeof Image>

/** A line of the DICOM dump. `depth` counts the sequences around it. */
export const DicomTag = z.object({
  tag: z.string(),
  vr: z.string(),
  value: z.string(),
  name: z.string(),
  depth: z.int().nonnegative(),
})
export type DicomTag = z.output<typeof DicomTag>

/** What turns the numbers of `image/:id/pixels` into greys: PS3.4 N.2, from stored value to display. */
export const ImageDisplay = z.object({
  frames: z.int().positive(),
  /** Of several frames: how many in a second, where the file tells. */
  frameRate: z.number().min(1).max(120).optional(),
  /** Of `pixels`: one grey, or red, green and blue by turns. */
  samples: z.literal([1, 3]),
  bits: z.literal([8, 16]),
  isSigned: z.boolean(),
  /** From a number to a value of the modality. */
  slope: z.number(),
  intercept: z.number(),
  /** The windows of the file, its favourite first; none shows everything between the extremes. */
  windows: z.array(
    z.object({
      center: z.number(),
      width: z.number(),
      function: z.enum(['LINEAR', 'LINEAR_EXACT', 'SIGMOID']),
      name: z.string(),
    }),
  ),
  /** A table instead of a window: greys between 0 and 1 for the values from `first` on. */
  table: z.object({ first: z.number(), greys: z.array(z.number()) }).nullable(),
  /** Low values are bright: MONOCHROME1, or a presentation that says so. */
  isInverted: z.boolean(),
  /** Numbers between these two, both included, fill what was not exposed and belong to no window. */
  padding: z.tuple([z.number(), z.number()]).optional(),
})
export type ImageDisplay = z.output<typeof ImageDisplay>

/** What a file says about the size of its pixels in the animal; see the ladder of packages/measurements. */
export const SpacingFacts = z.object({
  pixelSpacing: z.tuple([z.number(), z.number()]).nullable(),
  imagerPixelSpacing: z.tuple([z.number(), z.number()]).nullable(),
  calibrationType: z.enum(['GEOMETRY', 'FIDUCIAL']).nullable(),
  magnificationFactor: z.number().positive().nullable(),
  distanceSourceToDetector: z.number().positive().nullable(),
  distanceSourceToPatient: z.number().positive().nullable(),
})
export type SpacingFacts = z.output<typeof SpacingFacts>

/** The defaults are the specification's, for files that leave a tag out. */
export const ImageMetadata = z.object({
  SamplesPerPixel: z.int().default(1),
  PhotometricInterpretation: z.string().default('MONOCHROME2'),
  Rows: z.int(),
  Columns: z.int(),
  BitsAllocated: z.int().default(16),
  BitsStored: z.int().default(12),
  HighBit: z.int().default(11),
  PixelRepresentation: z.int().default(0),
  PlanarConfiguration: z.int().default(0),
  PixelSpacing: z.tuple([z.number(), z.number()]).default([1, 1]),
  ImagerPixelSpacing: z.tuple([z.number(), z.number()]).nullable().default(null),
  /** Whether the file tells one of the two; the default above serves to show the image only. */
  isCalibrated: z.boolean().default(false),
  StudyDate: z.string().default(''),
  StudyTime: z.string().default(''),
  SeriesNumber: z.string().default(''),
  PatientSpeciesDescription: z.string().default(''),
  PatientID: z.string().default(''),
  PatientName: z.string().default(''),
  ResponsiblePerson: z.string().default(''),
  SeriesDescription: z.string().default(''),
  InstitutionName: z.string().default(''),
  PatientWeight: z.string().default(''),
  /** Null where the file holds nothing that could be shown. */
  display: ImageDisplay.nullable().default(null),
  spacing: SpacingFacts.nullable().default(null),
  /** Every element of the file, in its order; only where they were asked for. */
  tags: z.array(DicomTag).optional(),
})
export type ImageMetadata = z.output<typeof ImageMetadata>

/** A file may be a zip of many: each of them has a line of its own. */
export const ImportLine = z.object({
  name: z.string(),
  outcome: z.enum(['stored', 'known', 'refused']),
  /** Why it was refused, in the reader's language. */
  message: z.string().optional(),
  studyId: StudyId.optional(),
  imageId: ImageId.optional(),
})
export type ImportLine = z.output<typeof ImportLine>

/** A way to process raw data, with its name in the reader's language. */
export const Look = z.object({ id: z.string(), name: z.string() })
export type Look = z.output<typeof Look>

/** What an armed sensor has seen, before the whole image is made. Sent along the sensor's events. */
export const CapturePreview = z.object({
  captureId: z.string(),
  studyId: StudyId,
  annotation: Annotation,
  /** A JPEG in base64. */
  jpeg: z.string(),
  exposureIndex: z.number().nullable(),
  deviationIndex: z.number().nullable(),
})
export type CapturePreview = z.output<typeof CapturePreview>
/** An image has come into the archive; also one that nobody waits for any more. */
export const CapturedImage = z.object({ captureId: z.string().nullable(), image: Image })
export type CapturedImage = z.output<typeof CapturedImage>

/** An exposure of which nobody knows the study: it waits until somebody says it. */
export const UnassignedFrame = z.object({
  frameId: z.string(),
  sensorId: SensorId,
  exposedAt: z.iso.datetime(),
})
export type UnassignedFrame = z.output<typeof UnassignedFrame>

const share = z.object({ exposures: z.int(), rejected: z.int() })
/** How many exposures were rejected, and of whom, of what and why. */
export const RejectStatistics = share.extend({
  byReason: z.array(z.object({ reason: z.enum(rejectionReasons), rejected: z.int() })),
  byOperator: z.array(share.extend({ userId: UserId, operator: z.string() })),
  byBodyPart: z.array(share.extend({ bodyPart: z.string() })),
  /** By the clinic's months, YYYY-MM, oldest first. */
  byMonth: z.array(share.extend({ month: z.string() })),
})
export type RejectStatistics = z.output<typeof RejectStatistics>

const byId = z.object({ id: ImageId })
const ofRawData = { variant: 'local', needs: 'study.capture', clinic: 'reach' } as const
const frameParams = z.object({ frameId: z.string().regex(/^[\w-]{8,64}$/u) })
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
  ofStudy: route({
    method: 'GET',
    path: '/image',
    summary: 'The images of a study',
    needs: 'study.read',
    clinic: 'reach',
    query: z.object({ studyId: StudyId, isRejected: z.enum(['0', '1']).optional() }),
    response: z.array(Image),
  }),
  one: route({
    method: 'GET',
    path: '/image/:id',
    summary: 'The image as stored',
    needs: 'study.read',
    clinic: 'reach',
    params: byId,
    produces: 'application/dicom',
  }),
  jpeg: route({
    method: 'GET',
    path: '/image/:id.jpg',
    summary:
      'The image as a picture; its longer side has size pixels at most, rounded up to 128, 256 or 512',
    needs: 'study.read',
    clinic: 'reach',
    params: byId,
    query: z.object({
      size: z.coerce.number<number | string>().int().min(16).max(8192).optional(),
    }),
    produces: 'image/jpeg',
  }),
  metadata: route({
    method: 'GET',
    path: '/image/:id/metadata',
    summary: 'What the viewer needs to know of an image',
    needs: 'study.read',
    clinic: 'reach',
    params: byId,
    query: z.object({ tags: z.enum(['0', '1']).optional() }),
    response: ImageMetadata,
  }),
  pixels: route({
    method: 'GET',
    path: '/image/:id/pixels',
    summary:
      'The numbers of one frame in full depth, unpacked, little endian; `display` of the metadata says how to show them',
    needs: 'study.read',
    clinic: 'reach',
    params: byId,
    query: z.object({ frame: z.coerce.number<number | string>().int().min(1).optional() }),
    produces: 'application/octet-stream',
  }),
  presentation: route({
    method: 'POST',
    path: '/image/:id/presentation',
    summary: 'Keep how an image is looked at as a DICOM presentation state in its study',
    needs: 'image.dicom-forms',
    clinic: 'reach',
    params: byId,
    body: Presentation,
    response: z.object({ imageId: ImageId, sopInstanceUID: z.string() }),
  }),
  importFile: route({
    method: 'POST',
    path: '/image/import',
    summary: 'A DICOM file, or a zip of them, into the archive; a line of JSON for each file',
    needs: 'study.write',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional(), name: plainText().default('') }),
    stream: ['application/dicom', 'application/zip', 'application/octet-stream'],
    produces: 'application/x-ndjson',
  }),
  capture: route({
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
      /** Another one for each call: the same again, after no radiation came, arms nothing. */
      attempt: z
        .string()
        .regex(/^[\w-]{8,64}$/u)
        .optional(),
    }),
    response: Image,
  }),
  cancelCapture: route({
    method: 'POST',
    path: '/image/capture-xray/cancel',
    summary: 'Disarm the sensor; an image already exposed is kept',
    variant: 'local',
    needs: 'study.capture',
    clinic: 'reach',
    body: z.object({ sensorId: SensorId }),
  }),
  unassigned: route({
    ...ofRawData,
    clinic: 'none',
    method: 'GET',
    path: '/image/unassigned',
    summary: 'Exposures of this machine that belong to no study yet',
    response: z.array(UnassignedFrame),
  }),
  unassignedPicture: route({
    ...ofRawData,
    clinic: 'none',
    method: 'GET',
    path: '/image/unassigned/:frameId.jpg',
    summary: 'Such an exposure as a picture',
    params: frameParams,
    produces: 'image/jpeg',
  }),
  assign: route({
    ...ofRawData,
    method: 'POST',
    path: '/image/unassigned/:frameId',
    summary: 'Say to which study such an exposure belongs',
    params: frameParams,
    body: z.object({ studyId: StudyId, annotation: Annotation }),
    response: Image,
  }),
  looks: route({
    ...ofRawData,
    method: 'GET',
    path: '/image/:id/looks',
    summary: 'The ways in which the raw data of an image can be processed, fitting ones first',
    params: byId,
    response: z.array(Look),
  }),
  lookPicture: route({
    ...ofRawData,
    method: 'GET',
    path: '/image/:id/look/:look.jpg',
    summary: 'How the image would look; nothing is changed',
    params: byId.extend({ look: z.string() }),
    produces: 'image/jpeg',
  }),
  reprocess: route({
    ...ofRawData,
    method: 'POST',
    path: '/image/:id/reprocess',
    summary: 'Process the raw data of an image in another way',
    params: byId,
    body: z.object({ look: z.string() }),
    response: Image,
  }),
  rejectStatistics: route({
    method: 'GET',
    path: '/image/rejections/:clinicId/:dateFrom/:dateTo',
    summary:
      'Rejected exposures by operator, body part and reason; days of the clinic, both included',
    needs: 'report.create',
    clinic: { in: 'params', name: 'clinicId' },
    params: z.object({ clinicId: ClinicId, dateFrom: Day, dateTo: Day }),
    response: RejectStatistics,
  }),
  rejectStatisticsCsv: route({
    method: 'GET',
    path: '/image/rejections/:clinicId/:dateFrom/:dateTo/csv',
    summary: 'The same as a table for spreadsheets',
    needs: 'report.create',
    clinic: { in: 'params', name: 'clinicId' },
    params: z.object({ clinicId: ClinicId, dateFrom: Day, dateTo: Day }),
    produces: 'text/csv',
  }),
  annotate: route({
    method: 'PUT',
    path: '/image/annotations',
    summary: 'Correct the body part and view of an image',
    needs: 'image.dicom-forms',
    clinic: 'reach',
    body: z.object({ imageId: ImageId, annotation: Annotation }),
    response: Image,
  }),
  reject: route({
    method: 'POST',
    path: '/image/reject',
    summary: 'Reject an image, with a reason; it is kept and no longer shown',
    needs: 'study.capture',
    clinic: 'reach',
    body: z.object({
      imageId: ImageId,
      rejectionReason: z.enum(rejectionReasons),
      userId: UserId.optional(),
      createdOn: Instant.optional(),
    }),
  }),
  download: route({ ...download, path: '/image/download', produces: 'application/zip' }),
  downloadLocally: route({
    ...download,
    path: '/image/download/local',
    variant: 'local',
    response: z.object({ fileName: z.string() }),
  }),
}
