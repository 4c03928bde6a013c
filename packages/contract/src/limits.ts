/** Business constants of the specification, and the bounds that keep the server standing. */
export const limits = {
  tableRows: 10,
  /** A longer list is told as "more than": counting a million rows takes longer than a glance. */
  countedRows: 10_000,
  suggestions: 8,
  rowThumbnails: 3,
  holderNames: 50,
  protocolSteps: 40,
  xrayLogPreviewLines: 20,
  toastMs: 3000,
  savedFileToastMs: 6000,
  progressAfterMs: 300,
  modalDepth: 3,
  chunkLoadMs: 120_000,

  passwordMin: 8,
  passwordMax: 128,
  usernameMax: 64,
  personNameMax: 64,
  resetLinkMinutes: 30,
  sessionIdleHours: 12,
  sessionDays: 7,

  ownerNameMax: 25,
  ownerAddressMax: 35,
  textMax: 255,
  longTextMax: 4000,
  findingsMax: 1200,
  interpretationMax: 500,
  recommendationsMax: 500,
  attachmentsMax: 5,
  attachmentsBytes: 100 * 1024 * 1024,
  jsonBytes: 1024 * 1024,
  clientErrorBytes: 16 * 1024,

  /** Of one DICOM object, and of a zip of them. */
  dicomBytes: 2 * 1024 ** 3,
  importZipBytes: 16 * 1024 ** 3,
  importZipFiles: 20_000,
  shareDays: 7,
  shareDaysMax: 90,
  sharedImagesMax: 1000,
  /** Of pictures in one mail: in a mail they grow by a third, and many servers refuse 25 MB. */
  mailedBytes: 17 * 1024 * 1024,
  sendQueuePollMs: 1000,

  sensorPollMs: 5000,
  viewerStateThrottleMs: 2500,
  /** Of what is drawn on images: more than anyone draws, and little enough to save at once. */
  viewedImagesMax: 2000,
  drawingsMax: 300,
  framesMax: 1_000_000,
  drawingStepsMax: 8,
  drawingPointsMax: 2000,
  drawingTextMax: 500,
  presentedMarksMax: 2000,
  caseNumberOffset: 1000,
  caseReportNumberOffset: 10_000,
} as const

export const caseNumberPrefix = 'VWR-CASE-'
export const productVersion = 'V 1.0.0'
export const emailDefaults = { port: 587, subject: 'Images' } as const
/** Of a zip of images: how many it was asked for. Those with a problem are told in its list. */
export const imageCountHeader = 'x-image-count'
export const languageStorageKey = 'lang'
