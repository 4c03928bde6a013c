import { explicitBigEndian, explicitLittleEndian, implicitLittleEndian, isUid } from '@talus/dicom'

/** Status codes and UIDs of PS3.4 to PS3.8, shared by this layer and its callers. */
export const statuses = {
  success: 0x0000,
  /** C-STORE, C-MOVE and C-GET: PS3.4 tables B.2-1, C.4-2 and C.4-3. */
  outOfResources: 0xa700,
  unableToCalculateMatches: 0xa701,
  unableToPerformSubOperations: 0xa702,
  moveDestinationUnknown: 0xa801,
  /** The identifier or object does not match the SOP class of the request. */
  classMismatch: 0xa900,
  someSubOperationsFailed: 0xb000,
  cannotUnderstand: 0xc000,
  cancelled: 0xfe00,
  pending: 0xff00,
  /** All services: PS3.7 annex C. */
  processingFailure: 0x0110,
  duplicateInstance: 0x0111,
  invalidInstance: 0x0117,
  classNotSupported: 0x0122,
  notAuthorized: 0x0124,
  unrecognizedOperation: 0x0211,
} as const

export const isPending = (status: number) => status === 0xff00 || status === 0xff01

/** The operation succeeded with a warning: PS3.7 annex C. */
export const isWarning = (status: number) =>
  status >> 12 === 0xb || status === 0x0001 || status === 0x0107 || status === 0x0116

export const uids = {
  applicationContext: '1.2.840.10008.3.1.1.1',
  verification: '1.2.840.10008.1.1',
  implicitLittleEndian,
  explicitLittleEndian,
  explicitBigEndian,
  patientRootFind: '1.2.840.10008.5.1.4.1.2.1.1',
  patientRootMove: '1.2.840.10008.5.1.4.1.2.1.2',
  patientRootGet: '1.2.840.10008.5.1.4.1.2.1.3',
  studyRootFind: '1.2.840.10008.5.1.4.1.2.2.1',
  studyRootMove: '1.2.840.10008.5.1.4.1.2.2.2',
  studyRootGet: '1.2.840.10008.5.1.4.1.2.2.3',
  worklistFind: '1.2.840.10008.5.1.4.31',
} as const

const storageRoot = '1.2.840.10008.5.1.4.1.1.'
/** PS3.6 annex A: storage SOP classes outside that root, including retired ones. */
const otherStorageClasses = new Set([
  '1.2.840.10008.5.1.1.27',
  '1.2.840.10008.5.1.1.29',
  '1.2.840.10008.5.1.1.30',
  '1.2.840.10008.5.1.4.34.1',
  '1.2.840.10008.5.1.4.34.7',
  '1.2.840.10008.5.1.4.34.10',
  '1.2.840.10008.5.1.4.38.1',
  '1.2.840.10008.5.1.4.39.1',
  '1.2.840.10008.5.1.4.43.1',
  '1.2.840.10008.5.1.4.44.1',
  '1.2.840.10008.5.1.4.45.1',
])
const none: ReadonlySet<string> = new Set()

/** Whether this is a storage SOP class; private ones count only if listed in `privateClasses`. */
export const isStorageClass = (uid: string, privateClasses = none) =>
  (isUid(uid) && uid.startsWith(storageRoot)) ||
  otherStorageClasses.has(uid) ||
  privateClasses.has(uid)
