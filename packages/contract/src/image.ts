import { z } from 'zod'
import {
  animalSizes,
  imageFaults,
  rejectionReasons,
  replacementReasons,
  studyModalities,
} from './enumerations.ts'
import { ImageId, SensorId, StudyId, UserId } from './ids.ts'
import { Annotation } from './study.ts'
import { Instant } from './fields.ts'

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
  /** The share of the anatomy that is saturated, 0 to 1; null if it was not measured. */
  saturatedShare: z.number().nullable(),
  /** The sensor sent a part of the image only. */
  isIncomplete: z.boolean(),
  /** The image arrived late: after a crash, a lost connection or a cancel. */
  isRecovered: z.boolean(),
  /** The processing preset of its raw data; null if there are no raw data to process again. */
  preset: z.string().nullable(),
  /**
   * The side that the image stated when it was taken, if a correction replaced it by the other one:
   * a marker in the picture may still show it.
   */
  originalSide: z.enum(['L', 'R']).nullable(),
})
export type Image = z.output<typeof Image>

/** Whether and in which study an image can be shown. */
export const ImageLocation = z.object({
  studyId: StudyId,
  /** A document of a study is no image. */
  hasPixels: z.boolean(),
  isRejected: z.boolean(),
  /** Whether its study was deleted. */
  isDeleted: z.boolean(),
})
export type ImageLocation = z.output<typeof ImageLocation>

/** An object that an image had before it was corrected. */
export const ReplacedInstance = z.object({
  sopInstanceUID: z.string(),
  reason: z.enum(replacementReasons),
  replacedOn: Instant,
  username: z.string(),
  /** Whether its file was kept and can be downloaded. */
  hasFile: z.boolean(),
})
export type ReplacedInstance = z.output<typeof ReplacedInstance>

/** A line of the DICOM dump. `depth` counts the sequences around it. */
export const DicomTag = z.object({
  tag: z.string(),
  vr: z.string(),
  value: z.string(),
  name: z.string(),
  depth: z.int().nonnegative(),
})
export type DicomTag = z.output<typeof DicomTag>

/**
 * The display shutter of an image: pixels outside of any shape are covered with a grey level, also
 * if the image is inverted. In pixels of the image; the centre of the first pixel is at 0.5.
 */
export const DisplayShutter = z.object({
  shapes: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('rectangle'),
        left: z.number(),
        top: z.number(),
        right: z.number(),
        bottom: z.number(),
      }),
      /** The radius is in widths of a pixel. */
      z.object({ kind: z.literal('circle'), x: z.number(), y: z.number(), radius: z.number() }),
      z.object({
        kind: z.literal('polygon'),
        points: z.array(z.tuple([z.number(), z.number()])),
      }),
    ]),
  ),
  grey: z.int().min(0).max(255),
})
export type DisplayShutter = z.output<typeof DisplayShutter>

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
   * The VOI lookup tables of the file: grey levels between 0 and 1 for the values from `first` on.
   * Without a window, the first table is shown.
   */
  tables: z.array(z.object({ first: z.number(), levels: z.array(z.number()), name: z.string() })),
  /** Low values are bright: MONOCHROME1, or an inverted presentation. */
  isInverted: z.boolean(),
  /**
   * Pixel padding: stored values between these two, inclusive, are unexposed and ignored by
   * windows.
   */
  padding: z.tuple([z.number(), z.number()]).optional(),
  /**
   * The overlay planes of `image/:id/overlay`, if the file has any: graphics such as side markers,
   * and the bits of a bitmap shutter. `perFrame` if they may differ from frame to frame.
   */
  planes: z
    .object({ graphics: z.boolean(), shutter: z.boolean(), perFrame: z.boolean() })
    .optional(),
  shutter: DisplayShutter.optional(),
  /**
   * Set if the image is too large to be sent: the pixels of `image/:id/pixels` have this size, and
   * each is the mean of a square of `step` stored pixels.
   */
  reduction: z
    .object({ step: z.int().min(2), columns: z.int().positive(), rows: z.int().positive() })
    .optional(),
  /** The shutters of all frames, if they have their own. */
  frameShutters: z.array(DisplayShutter.nullable()).optional(),
})
export type ImageDisplay = z.output<typeof ImageDisplay>

/** No detector or scanner has smaller or larger pixels, in millimetres, or longer ones. */
const pixelSizeLimits = { min: 1e-5, max: 1000, ratio: 20 } as const

/** Whether a pair is the size of a pixel; lengths with another one, such as zero, make no sense. */
export function isPixelSize([row, column]: readonly [row: number, column: number]): boolean {
  const { min, max, ratio } = pixelSizeLimits
  const [short, long] = [Math.min(row, column), Math.max(row, column)]
  return short >= min && long <= max && long <= ratio * short
}

/**
 * The DICOM attributes about the pixel size in the animal; packages/measurements defines their
 * precedence.
 */
export const SpacingFacts = z.object({
  /**
   * Calibrated regions of an ultrasound image, in edges of pixels. `spacing` is in millimetres, of
   * rows and columns, and null if a direction is no length.
   */
  regions: z
    .array(
      z.object({
        left: z.number(),
        top: z.number(),
        right: z.number(),
        bottom: z.number(),
        spacing: z.tuple([z.number(), z.number()]).nullable(),
      }),
    )
    .optional(),
  /** The pixel size on a film that was scanned. */
  nominalScannedPixelSpacing: z.tuple([z.number(), z.number()]).optional(),
  pixelSpacing: z.tuple([z.number(), z.number()]).nullable(),
  imagerPixelSpacing: z.tuple([z.number(), z.number()]).nullable(),
  /** Height and width of a pixel in any unit, in a file without spacing. */
  pixelAspectRatio: z.tuple([z.number(), z.number()]).nullable(),
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
  /** L, R, U or B, of the image or else of its series. */
  ImageLaterality: z.string().default(''),
  ViewPosition: z.string().default(''),
  /** The meaning of the code of the view. */
  ViewCodeMeaning: z.string().default(''),
  /** The direction of the rows and of the columns. */
  PatientOrientation: z.tuple([z.string(), z.string()]).nullable().default(null),
  /** QUADRUPED changes the letters of the orientation: R is rostral and L lateral. */
  AnatomicalOrientationType: z.string().default(''),
  /** The attributes of the file name both sides, so that none of them is shown. */
  isSideContradictory: z.boolean().default(false),
  /** Null if the file has no displayable image. */
  display: ImageDisplay.nullable().default(null),
  spacing: SpacingFacts.nullable().default(null),
  /** All elements of the file in their order; only if requested. */
  tags: z.array(DicomTag).optional(),
})
export type ImageMetadata = z.output<typeof ImageMetadata>

/**
 * The result of one imported file. A zip gives one line for each of its files, and one for all
 * further files once a hundred are not DICOM; lines about the whole zip have no name.
 */
export const ImportLine = z.object({
  name: z.string(),
  /** `held` waits in the conflict tray; `skipped` is the directory of a disc, or a file of its viewer. */
  outcome: z.enum(['stored', 'known', 'held', 'skipped', 'refused']),
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
  saturatedShare: z.number().nullable(),
  isIncomplete: z.boolean(),
})
export type CapturePreview = z.output<typeof CapturePreview>
/** A captured image was stored in the archive, even if no client waits for it any more. */
export const CapturedImage = z.object({ captureId: z.string().nullable(), image: Image })
export type CapturedImage = z.output<typeof CapturedImage>

/** An exposure without a known study; it waits until a user assigns it. */
export const UnassignedFrame = z.object({
  frameId: z.string(),
  sensorId: SensorId,
  /** The modality of the sensor: a page offers only frames that can be images of its studies. */
  modality: z.enum(['General', 'Dental']),
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
  /** The ratings of radiologists in consult cases, by the day of the exposure; tests are left out. */
  feedback: z.object({
    rated: z.int(),
    /** Rated images with at least one fault. */
    faulty: z.int(),
    byFault: z.array(z.object({ fault: z.enum(imageFaults), images: z.int() })),
  }),
})
export type RejectStatistics = z.output<typeof RejectStatistics>
