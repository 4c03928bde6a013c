import { z } from 'zod'
import { animalSizes, downloadTypes, rejectionReasons, studyModalities } from './enumerations.ts'
import { ClinicId, ImageId, SensorId, StudyId, UserId } from './ids.ts'
import { EnteredTechnique } from './bridge.ts'
import { enterTechnique } from './entered-technique.ts'
import { Presentation } from './presentation.ts'
import { defineRoute } from './route.ts'
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
  /** IEC 62494-1, at the time of the exposure; null if it was not measured. */
  exposureIndex: z.number().nullable(),
  deviationIndex: z.number().nullable(),
  /** The image arrived late: after a crash, a lost connection or a cancel. */
  isRecovered: z.boolean(),
  /** The processing preset of its raw data; null if there are no raw data to process again. */
  preset: z.string().nullable(),
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

/** The transformation from the stored values of `image/:id/pixels` to grey levels: PS3.4 N.2. */
export const ImageDisplay = z.object({
  frames: z.int().positive(),
  /** Frames per second of a multi-frame image, if the file has it. */
  frameRate: z.number().min(1).max(120).optional(),
  /** Samples per pixel: one grey value, or red, green and blue interleaved. */
  samples: z.literal([1, 3]),
  bits: z.literal([8, 16]),
  isSigned: z.boolean(),
  /** The modality transformation of stored values. */
  slope: z.number(),
  intercept: z.number(),
  /** The windows of the file, the preferred one first; without any, the full range is shown. */
  windows: z.array(
    z.object({
      center: z.number(),
      width: z.number(),
      function: z.enum(['LINEAR', 'LINEAR_EXACT', 'SIGMOID']),
      name: z.string(),
    }),
  ),
  /**
   * A lookup table instead of a window: grey levels between 0 and 1 for the values from `first` on.
   */
  table: z.object({ first: z.number(), levels: z.array(z.number()) }).nullable(),
  /** Low values are bright: MONOCHROME1, or an inverted presentation. */
  isInverted: z.boolean(),
  /**
   * Pixel padding: stored values between these two, inclusive, are unexposed and ignored by
   * windows.
   */
  padding: z.tuple([z.number(), z.number()]).optional(),
})
export type ImageDisplay = z.output<typeof ImageDisplay>

/**
 * The DICOM attributes about the pixel size in the animal; packages/measurements defines their
 * precedence.
 */
export const SpacingFacts = z.object({
  pixelSpacing: z.tuple([z.number(), z.number()]).nullable(),
  imagerPixelSpacing: z.tuple([z.number(), z.number()]).nullable(),
  calibrationType: z.enum(['GEOMETRY', 'FIDUCIAL']).nullable(),
  magnificationFactor: z.number().positive().nullable(),
  distanceSourceToDetector: z.number().positive().nullable(),
  distanceSourceToPatient: z.number().positive().nullable(),
})
export type SpacingFacts = z.output<typeof SpacingFacts>

/** The defaults are those of the specification, for files without the tag. */
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
  /**
   * Whether the file has one of the two spacings; the default above only serves to show the image.
   */
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
  /** Null if the file has no displayable image. */
  display: ImageDisplay.nullable().default(null),
  spacing: SpacingFacts.nullable().default(null),
  /** All elements of the file in their order; only if requested. */
  tags: z.array(DicomTag).optional(),
})
export type ImageMetadata = z.output<typeof ImageMetadata>

/** The result of one imported file; a zip gives one line for each of its files. */
export const ImportLine = z.object({
  name: z.string(),
  outcome: z.enum(['stored', 'known', 'refused']),
  /** The reason of the refusal, in the user's language. */
  message: z.string().optional(),
  studyId: StudyId.optional(),
  imageId: ImageId.optional(),
})
export type ImportLine = z.output<typeof ImportLine>

/** A processing preset for raw data, with its name in the user's language. */
export const ProcessingPreset = z.object({ id: z.string(), name: z.string() })
export type ProcessingPreset = z.output<typeof ProcessingPreset>

/** A preview of an exposure, before the image is processed. Sent with the events of the sensor. */
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
/** A captured image was stored in the archive, even if no client waits for it any more. */
export const CapturedImage = z.object({ captureId: z.string().nullable(), image: Image })
export type CapturedImage = z.output<typeof CapturedImage>

/** An exposure without a known study; it waits until a user assigns it. */
export const UnassignedFrame = z.object({
  frameId: z.string(),
  sensorId: SensorId,
  exposedAt: z.iso.datetime(),
})
export type UnassignedFrame = z.output<typeof UnassignedFrame>

const share = z.object({ exposures: z.int(), rejected: z.int() })
/** Numbers of rejected exposures by reason, operator, body part and month. */
export const RejectStatistics = share.extend({
  byReason: z.array(z.object({ reason: z.enum(rejectionReasons), rejected: z.int() })),
  byOperator: z.array(share.extend({ userId: UserId, operator: z.string() })),
  byBodyPart: z.array(share.extend({ bodyPart: z.string() })),
  /** By month in the clinic's time zone, YYYY-MM, oldest first. */
  byMonth: z.array(share.extend({ month: z.string() })),
})
export type RejectStatistics = z.output<typeof RejectStatistics>

const byId = z.object({ id: ImageId })
const rawDataRoute = { variant: 'local', needs: 'study.capture', clinic: 'reach' } as const
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
  ofStudy: defineRoute({
    method: 'GET',
    path: '/image',
    summary: 'The images of a study',
    needs: 'study.read',
    clinic: 'reach',
    query: z.object({ studyId: StudyId, isRejected: z.enum(['0', '1']).optional() }),
    response: z.array(Image),
  }),
  one: defineRoute({
    method: 'GET',
    path: '/image/:id',
    summary: 'The image as stored',
    needs: 'study.read',
    clinic: 'reach',
    params: byId,
    produces: 'application/dicom',
  }),
  jpeg: defineRoute({
    method: 'GET',
    path: '/image/:id.jpg',
    summary:
      'The image as a JPEG; its longer side has size pixels at most, rounded up to 128, 256 or 512',
    needs: 'study.read',
    clinic: 'reach',
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
    needs: 'study.read',
    clinic: 'reach',
    params: byId,
    query: z.object({ tags: z.enum(['0', '1']).optional() }),
    response: ImageMetadata,
  }),
  pixels: defineRoute({
    method: 'GET',
    path: '/image/:id/pixels',
    summary:
      'The stored values of one frame in full depth, unpacked, little endian; `display` of the metadata defines how to show them',
    needs: 'study.read',
    clinic: 'reach',
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
      attempt: z
        .string()
        .regex(/^[\w-]{8,64}$/u)
        .optional(),
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
    body: z.object({ sensorId: SensorId }),
  }),
  enterTechnique,
  unassigned: defineRoute({
    ...rawDataRoute,
    clinic: 'none',
    method: 'GET',
    path: '/image/unassigned',
    summary: 'Exposures of this computer that belong to no study yet',
    response: z.array(UnassignedFrame),
  }),
  unassignedPicture: defineRoute({
    ...rawDataRoute,
    clinic: 'none',
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
    needs: 'image.dicom-forms',
    clinic: 'reach',
    body: z.object({ imageId: ImageId, annotation: Annotation }),
    response: Image,
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
      createdOn: Instant.optional(),
    }),
  }),
  download: defineRoute({ ...download, path: '/image/download', produces: 'application/zip' }),
  downloadLocally: defineRoute({
    ...download,
    path: '/image/download/local',
    variant: 'local',
    response: z.object({ fileName: z.string() }),
  }),
}
