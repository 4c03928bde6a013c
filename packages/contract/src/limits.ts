/** Business constants of the specification, and limits that protect the server. */
export const limits = {
  tableRows: 10,
  /** A longer list is shown as "more than", because counting a million rows is slow. */
  countedRows: 10_000,
  suggestions: 8,
  rowThumbnails: 3,
  holderNames: 50,
  correctedExposures: 1000,
  protocolSteps: 40,
  hangingStages: 6,
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
  /** PatientID has the value representation LO (PS3.5). */
  patientNumberMax: 64,
  longTextMax: 4000,
  findingsMax: 1200,
  interpretationMax: 500,
  recommendationsMax: 500,
  caseReasonMax: 500,
  caseMessageMax: 4000,
  caseImagesMax: 1000,
  /** Reports of earlier studies that one form attaches. */
  caseReportsMax: 50,
  /** Pictures in the PDF of a report: as many as the files that a case can have. */
  printedPicturesMax: 100,
  /** A CT has hundreds of slices, of which few say something on paper. */
  printedSlicesMax: 22,
  /** Rows of a case list without pages; `cases/page` has the others. */
  listedCases: 200,
  /** Rows of the statistics page. */
  statisticsRows: 5000,
  listedNotices: 50,
  /** A page that shows a case says so this often, and counts as closed after three missed times. */
  casePresenceMs: 20_000,
  /** Cases that one invoice page shows; its address names them. */
  invoicedCasesMax: 200,
  attachmentsMax: 5,
  attachmentsBytes: 100 * 1024 * 1024,
  /** A report of ten pages and twenty images has 5 MB at most. */
  reportBytes: 50 * 1024 * 1024,
  /** A picture of the viewer on the largest screen. */
  pictureBytes: 24 * 1024 * 1024,
  logoBytes: 4 * 1024 * 1024,
  reportNameMax: 80,
  templateTextMax: 12_000,
  templatePartsMax: 20,
  macroTextMax: 4000,
  /** Templates of a clinic, and macros of a clinic or of a user. */
  reportTextsMax: 500,
  jsonBytes: 1024 * 1024,
  /** The text fields of a form together. */
  formFieldBytes: 256 * 1024,
  /** The report of an error in a browser, which anybody may send: a message and a few calls. */
  clientErrorMessage: 500,
  clientErrorBytes: 4 * 1024,
  clientErrorsPerMinute: 10,

  /** Maximum sizes of one DICOM object and of a zip of them. */
  dicomBytes: 2 * 1024 ** 3,
  importZipBytes: 16 * 1024 ** 3,
  importZipFiles: 20_000,
  /** With folders and with the files of operating systems, which are not imported. */
  importZipEntries: 50_000,
  /** The files of one sender that may wait in the conflict tray: more than a CT has slices. */
  trayFilesPerSender: 2000,
  trayBytesPerSender: 8 * 1024 ** 3,
  trayFilesPerClinic: 20_000,
  trayGroups: 200,
  /** A discarded file can be recovered for this long. */
  trayRetentionDays: 90,
  shareDays: 7,
  shareDaysMax: 90,
  sharedImagesMax: 1000,
  /** Total size of the JPEGs in one mail: base64 adds a third, and many servers reject 25 MB. */
  mailedBytes: 17 * 1024 * 1024,
  sendQueuePollMs: 1000,

  sensorPollMs: 5000,
  /** The topics that a page follows in one event stream; a capture page follows three. */
  followedTopics: 20,
  viewerStateThrottleMs: 2500,
  /** Limits of drawings: more than any user draws, and small enough to save in one request. */
  viewedImagesMax: 2000,
  drawingsMax: 300,
  framesMax: 1_000_000,
  drawingStepsMax: 8,
  drawingPointsMax: 2000,
  drawingTextMax: 500,
  presentedMarksMax: 2000,
  /** A pasted document, far above the limits of a submitted report. */
  unfinishedTextMax: 50_000,
  caseNumberOffset: 1000,
  caseReportNumberOffset: 10_000,
} as const

export const caseNumberPrefix = 'VWR-CASE-'
export const productVersion = 'V 1.0.0'
export const emailDefaults = { port: 587, subject: 'Images' } as const
/** The number of requested images of a zip. Its manifest lists the images with a problem. */
export const imageCountHeader = 'x-image-count'
/** The user's own choice of a language in this browser. */
export const languageStorageKey = 'lang'
/** The language of the clinic that was used last in this browser. */
export const lastLanguageStorageKey = 'lastLang'
