/**
 * All errors of the server: the code and its HTTP status. The messages, in English and French, have
 * the same code as key in packages/i18n (namespace `errors`); a test checks that none is missing.
 *
 * 401 always means "sign in again", because the browser signs out on it. An action that the role
 * does not allow is 403. A record of another clinic is 404, exactly like one that does not exist.
 */
export const errors = {
  'request/invalid': 400,
  'request/malformed': 400,
  'request/too-large': 413,
  'request/empty-file': 400,
  'request/unsupported-type': 415,
  'request/too-many': 429,
  'route/not-found': 404,
  'server/failed': 500,
  'server/unavailable': 503,

  'access/sign-in-required': 401,
  'access/forbidden': 403,
  'access/other-clinic': 403,
  'record/not-found': 404,
  'record/exists': 409,
  'record/changed-meanwhile': 409,

  'auth/wrong-credentials': 401,
  'auth/too-many-attempts': 429,
  'auth/attempt-too-soon': 429,
  'auth/account-deleted': 403,
  'auth/account-inactive': 403,
  'auth/account-expired': 403,
  'auth/reset-link-invalid': 400,
  'auth/unknown-key': 401,
  'auth/wrong-code': 401,
  'auth/challenge-expired': 401,
  'account/second-factor-on': 409,
  'account/second-factor-off': 409,
  'account/second-factor-demanded': 409,
  'account/set-up-required': 403,

  // No 401, on which a browser signs out.
  'set-up/done': 409,
  'set-up/code-needed': 403,
  'set-up/wrong-code': 403,
  'set-up/code-expired': 403,

  'clinic/of-user-not-found': 404,
  'clinic/not-deletable': 400,
  'clinic/not-renamable': 403,
  'user/not-editable': 403,
  'user/flag-not-grantable': 403,
  'user/not-yourself': 400,
  'user/not-assignable': 400,
  'user/not-deletable': 400,
  'user/last-of-clinic': 400,
  'user/max-clinics': 400,
  'study/not-deletable': 400,
  'study/none-selected': 400,
  'document/ticket-used': 404,
  'document/not-pdf': 415,
  'report/draft-changed': 409,
  'report/draft-gone': 409,
  'report/empty': 400,
  'report/fields-unfilled': 400,
  'report/image-count': 400,
  'report/other-patient-unnamed': 400,
  'report/page-too-full': 400,
  'report/no-picture': 409,
  'report/not-pdf': 415,
  'report/not-picture': 415,
  'report/too-many-texts': 409,
  'report/not-made': 503,
  'report/other-patient': 409,
  'report/patient-changed': 409,
  'report/patient-changed-since': 409,
  'reassign/same-record': 400,
  'reassign/merged': 409,
  'reassign/inactive': 409,
  'reassign/other-species': 409,
  'reassign/capturing': 409,
  'reassign/open-case': 409,
  'reassign/undone': 409,
  'reassign/changed-since': 409,
  'reassign/later': 409,
  'reassign/number-merged': 409,
  'annotation/has-images': 409,
  'annotation/not-own-image': 403,
  'image/missing': 404,
  'image/unreadable': 422,
  'image/too-large': 422,
  'image/not-presentable': 422,
  'viewer/advanced-tools': 403,
  'storage/full': 507,
  'storage/second-out-of-reach': 503,
  'storage/second-not-set': 503,
  'import/not-dicom': 400,
  'import/more-not-dicom': 400,
  'import/damaged': 400,
  'import/unsupported': 400,
  'import/too-many-elements': 400,
  'import/too-many-reads': 400,
  'import/too-deep': 400,
  'import/too-many-items': 400,
  'import/text-too-long': 400,
  'import/inflates-too-far': 400,
  'import/header-too-long': 400,
  'import/no-uid': 400,
  'import/other-study': 409,
  'import/other-instance': 409,
  'import/empty': 400,
  'import/no-class': 400,
  'import/class-not-storable': 400,
  'import/syntax-not-storable': 400,
  'import/directory': 400,
  'tray/full': 429,
  'tray/decided': 409,
  'tray/not-allowed': 400,
  'tray/changed': 409,
  'tray/undone': 409,
  'tray/undo-late': 409,
  'tray/later': 409,
  'tray/in-use': 409,
  'tray/corrected': 409,
  'tray/several-pictures': 400,
  'tray/several-animals': 400,
  'import/zip-damaged': 400,
  'import/zip-too-large': 413,
  'import/zip-too-many': 413,
  'import/zip-expands': 413,
  'import/zip-outside': 400,
  'import/zip-in-zip': 400,
  'import/zip-locked': 400,
  'share/no-images': 400,
  'share/several-studies': 400,
  'share/too-large': 413,
  'share/partly-sent': 424,
  'share/outdated': 409,
  'web/unknown-key': 400,
  'web/not-acceptable': 406,
  'web/archive-failed': 424,
  'case/not-deletable': 400,
  'case/wrong-status': 409,
  'case/taken': 409,
  'case/not-allowed': 403,
  'case/draft-changed': 409,
  'case/file-type': 400,
  'case/too-many-files': 400,
  'case/files-too-large': 413,
  'download/too-many': 429,
  'device/time-out': 408,
  'device/prepare-time-out': 408,
  'device/none-registered': 409,
  'device/other-modality': 409,
  'device/not-ready': 409,
  'device/sensor-unavailable': 503,
  'device/folder-not-ready': 409,
  'device/folder-unavailable': 503,
  'device/generator-unavailable': 503,
  'device/generator-error': 503,
  'device/faulty': 503,
  'device/not-in-scale': 400,
  'device/exposing': 409,
  'capture/cancelled': 409,
  'capture/no-raw-data': 409,
  'capture/unknown-preset': 400,
  'device/in-use': 409,
  'device/in-use-elsewhere': 409,
  'device/set-for-other': 409,
  'device/power-needed': 409,
  'device/power-needed-elsewhere': 409,
  'device/unavailable': 503,
  'device/no-generator': 501,
  'device/bridge-taken': 409,
  'device/bridge-registered': 409,
  'device/room-has-sensor': 409,
  'device/bridge-busy': 409,
  'device/frames-waiting': 409,
  'device/fixed-by-environment': 409,
  'device/pairing-refused': 409,
  'device/no-bridge-there': 424,
  'device/not-a-bridge': 424,

  // Failed connections to another computer are 424, because the request itself is correct.
  'connection/forbidden-host': 400,
  'connection/unknown-host': 424,
  'connection/refused': 424,
  'connection/unreachable': 424,
  'connection/time-out': 424,
  'connection/closed': 424,
  'connection/not-tls': 424,
  'connection/tls-failed': 424,
  'connection/certificate': 424,
  'dicom/device-listed': 409,
  'dicom/no-tls': 404,
  'dicom/not-dicom': 424,
  'dicom/expects-tls': 424,
  'dicom/rejected': 424,
  'dicom/rejected-calling-title': 424,
  'dicom/rejected-called-title': 424,
  'dicom/rejected-application-context': 424,
  'dicom/rejected-protocol-version': 424,
  'dicom/rejected-congestion': 424,
  'dicom/rejected-limit': 424,
  'dicom/rejected-otherwise': 424,
  'dicom/aborted': 424,
  'dicom/no-verification': 424,
  'dicom/echo-failed': 424,
  'dicom/class-refused': 424,
  'dicom/syntax-refused': 424,
  'dicom/peer-full': 424,
  'dicom/store-failed': 424,
  'dicom/failed': 424,
  'email/configured': 409,
  'email/no-password': 424,
  'email/password-unreadable': 424,
  'email/not-smtp': 424,
  'email/server-refused': 424,
  'email/tls-not-offered': 424,
  'email/sign-in-refused': 424,
  'email/sender-refused': 424,
  'email/recipient-refused': 424,
  'email/message-refused': 424,
  'backup/not-available': 409,
  'backup/running': 409,
  'backup/not-set-up': 409,
  'backup/paused': 409,
  'backup/folder-missing': 409,
  'backup/not-a-folder': 409,
  'backup/not-absolute': 400,
  'backup/contains-data': 409,
  'backup/not-empty': 409,
  'backup/other-talus': 409,
  'backup/emptied': 409,
  'backup/gone': 503,
  'backup/passphrase-needed': 409,
  'backup/wrong-passphrase': 409,
  'backup/not-encrypted': 409,
  'backup/not-writable': 409,
  'backup/full': 507,
  'backup/too-small': 507,
  'backup/data-disk-full': 507,
  'backup/unreachable': 424,
  'backup/bucket': 424,
  'backup/own-bucket': 409,
  'backup/unreadable': 409,
  'backup/damaged': 409,
  'backup/second-store-away': 503,
  'backup/second-store-not-set': 409,
  'backup/files-unreadable': 503,
  'backup/database-damaged': 409,
  'backup/secret-unreadable': 409,
  'backup/interrupted': 503,
  'backup/failed': 500,
} as const

export type ErrorCode = keyof typeof errors
export type ErrorStatus = (typeof errors)[ErrorCode]

/** Validation errors of fields. Their messages are in packages/i18n, namespace `errors`, too. */
export const fieldFaults = [
  'field/required',
  'field/invalid',
  'field/too-long',
  'field/too-large',
  'field/empty-file',
  'field/too-many',
  'field/unknown',
  'field/control-characters',
  'field/phone',
  'field/email',
  'field/date',
  'field/instant',
  'field/past-date',
  'field/future-date',
  'field/uid',
  'field/ae-title',
  'field/port',
  'field/network',
  'field/network-too-wide',
  'field/fingerprint',
  'field/certificate-pasted',
  'field/address-or-certificate',
  'field/right-needed',
  'field/host',
  'field/invisible-characters',
  'field/unprintable',
  'field/backslash',
  'field/look-alike',
  'field/reserved-title',
  'field/pairing-code',
  'field/pin',
  'field/link-address',
  'field/birth-year',
  'patient/number-too-long',
  'field/side-needed',
  'field/macro-shortcut',
  'folder/not-absolute',
  'folder/missing',
  'folder/not-writable',
  'folder/not-empty',
  'folder/reserved',
  'folder/same',
  'serial/not-opened',
  'email/password-again',
  'backup/short-passphrase',
  'case/veterinarian-required',
  'case/patient-name-required',
  'case/breed-required',
  'case/species-required',
  'case/modality-required',
  'case/birth-date-required',
  'case/image-required',
  'case/report-empty',
  'owner/name-too-long',
  'owner/address-too-long',
  'field/code',
  'field/wrong-code',
  'password/wrong',
  'password/same',
  'password/mismatch',
  'password/too-short',
  'password/too-simple',
  'password/too-long',
  'password/too-common',
] as const
export type FieldFault = (typeof fieldFaults)[number]

/** The body of an error response. `fields` maps the path of a field to a message for the user. */
export interface ErrorReply {
  readonly code: ErrorCode
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
  /** The fields whose value exists already, on a 409. */
  readonly conflicts?: readonly string[]
  /** The present state of a case whose status does not allow the action. */
  readonly radCase?: CurrentCase
}

/** The owner is the name of the radiologist to whom the case is assigned; empty without one. */
export interface CurrentCase {
  readonly status: number
  readonly owner: string
}

/** Placeholder values of an error message, such as `{ entity, field }`. */
export type RefusalValues = Readonly<Record<string, string | number>>

export interface RefusalOptions {
  readonly values?: RefusalValues
  readonly fields?: Readonly<Record<string, string>>
  /** Placeholder values of the message of a field. */
  readonly fieldValues?: Readonly<Record<string, RefusalValues>>
  readonly conflicts?: readonly string[]
  readonly radCase?: CurrentCase
  readonly retryAfterSeconds?: number
}

export class Refusal extends Error {
  readonly code: ErrorCode
  readonly options: RefusalOptions

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.options = options
  }

  get status(): ErrorStatus {
    return errors[this.code]
  }
}

export function refuse(code: ErrorCode, options?: RefusalOptions): never {
  throw new Refusal(code, options)
}

/**
 * Rejects a field for a reason that only the server knows; the response has a message for the
 * fault.
 */
export function refuseField(field: string, fault: FieldFault): never {
  throw new Refusal('request/invalid', { fields: { [field]: fault } })
}
