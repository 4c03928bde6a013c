import { z } from 'zod'
import { AeTitle, Instant, plainText } from './fields.ts'
import { ClinicId, DicomAttemptId, DicomDeviceId } from './ids.ts'
import { defineRoute } from './route.ts'

/** The rights that a DICOM device or a service account can have. */
export const exchangeRights = ['store', 'query', 'retrieve'] as const
export type ExchangeRight = (typeof exchangeRights)[number]

/** A DICOM system that a clinic allows to connect. */
export const DicomDevice = z.object({
  id: DicomDeviceId,
  clinicId: ClinicId,
  /** A name for the users, such as the place of the device; may be empty. */
  name: z.string(),
  /** The calling AE title. */
  aeTitle: z.string(),
  /**
   * The address, or the network in CIDR notation, from which the device calls. Empty if a certificate
   * identifies the device, or if it was listed by an earlier version, which knew titles only.
   */
  network: z.string(),
  /** SHA-256 of the client certificate in lower-case hex digits; empty if none is needed. */
  certificate: z.string(),
  mayStore: z.boolean(),
  mayQuery: z.boolean(),
  mayRetrieve: z.boolean(),
  createdOn: Instant,
  lastSeenOn: Instant.nullable(),
  lastAddress: z.string(),
})
export type DicomDevice = z.output<typeof DicomDevice>

const isNetwork = (text: string) =>
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((schema) => schema.safeParse(text).success)
const Network = plainText(64).pipe(
  z.string().refine((text) => text === '' || isNetwork(text), 'field/network'),
)
/** The shortest prefixes of a network that still says something about the place of a device. */
const shortestPrefix = { ipv4: 8, ipv6: 16 }

/** Whether a network has so many addresses that its devices are identified by their title alone. */
export function isWideNetwork(network: string): boolean {
  const [base = '', prefix] = network.split('/')
  const family = base.includes(':') ? 'ipv6' : 'ipv4'
  return prefix !== undefined && Number(prefix) < shortestPrefix[family]
}

/** Programs show fingerprints with colons, with spaces, and in either case. */
const Fingerprint = z
  .string()
  .refine((text) => !text.includes('BEGIN '), 'field/certificate-pasted')
  .pipe(plainText(200))
  .transform((text) =>
    text
      .replace(/^sha-?256(?: fingerprint)?\s*[=:]/iu, '')
      .replaceAll(/[\s:]/gu, '')
      .toLowerCase(),
  )
  .pipe(z.string().regex(/^(?:[0-9a-f]{64})?$/u, 'field/fingerprint'))

const deviceFields = {
  name: plainText(100).default(''),
  aeTitle: AeTitle.pipe(z.string().min(1, 'field/required')),
  network: Network.default(''),
  certificate: Fingerprint.default(''),
  mayStore: z.boolean().default(false),
  mayQuery: z.boolean().default(false),
  mayRetrieve: z.boolean().default(false),
}

interface Identity {
  readonly network: string
  readonly certificate: string
}
/** A title alone identifies nobody: any program can send it. */
const isIdentified = ({ network, certificate }: Identity) => network !== '' || certificate !== ''
const identity = { path: ['network'], error: 'field/address-or-certificate' }

export const DicomDeviceDraft = z
  .object({ clinicId: ClinicId, ...deviceFields })
  .refine(isIdentified, identity)
export const DicomDeviceChange = z
  .object({ id: DicomDeviceId, ...deviceFields })
  .refine(isIdentified, identity)

/** Why a caller is in the list of connection attempts. */
export const attemptReasons = [
  /** Accepted although the clinic has not listed it. */
  'accepted',
  /** Not listed: its images were accepted, and the other rights that it asked for refused. */
  'images-only',
  /** Refused: no device with this title is listed. */
  'unlisted',
  /** Refused: the title is listed with another address. */
  'other-address',
  /** Refused: the title is listed with another certificate. */
  'other-certificate',
  /** Refused: no clinic has the called AE title. */
  'called-title',
  /** Connected, and refused a right that it asked for. */
  'right',
  /** Listed, and refused everything: it has none of the rights that it asked for. */
  'no-right',
] as const
export type AttemptReason = (typeof attemptReasons)[number]

/** Connections of a caller that no listed device explains, counted per title, address and certificate. */
export const DicomAttempt = z.object({
  id: DicomAttemptId,
  clinicId: ClinicId,
  callingTitle: z.string(),
  calledTitle: z.string(),
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  address: z.string(),
  /** SHA-256 of the client certificate; empty without one. */
  certificate: z.string(),
  isTls: z.boolean(),
  reason: z.enum(attemptReasons),
  /** The rights that the caller asked for. */
  wanted: z.array(z.enum(exchangeRights)),
  count: z.int(),
  firstOn: Instant,
  lastOn: Instant,
})
export type DicomAttempt = z.output<typeof DicomAttempt>

const ofClinic = {
  needs: 'dicom-device.manage',
  clinic: { in: 'query', name: 'ClinicId' },
  query: z.object({ ClinicId: ClinicId.optional() }),
} as const

export const dicomDeviceRoutes = {
  list: defineRoute({
    ...ofClinic,
    method: 'GET',
    path: '/dicomDevice',
    summary: 'The DICOM devices that may connect to a clinic',
    response: z.array(DicomDevice),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/dicomDevice',
    summary: 'Allow a DICOM device',
    needs: 'dicom-device.manage',
    clinic: { in: 'body', name: 'clinicId' },
    body: DicomDeviceDraft,
    response: DicomDevice,
  }),
  update: defineRoute({
    changesAccess: true,
    method: 'PUT',
    path: '/dicomDevice',
    summary: 'Change a DICOM device',
    needs: 'dicom-device.manage',
    clinic: 'reach',
    body: DicomDeviceChange,
    response: DicomDevice,
  }),
  remove: defineRoute({
    changesAccess: true,
    method: 'DELETE',
    path: '/dicomDevice/:id',
    summary: 'Refuse a DICOM device from now on',
    needs: 'dicom-device.manage',
    clinic: 'reach',
    params: z.object({ id: DicomDeviceId }),
  }),
  attempts: defineRoute({
    ...ofClinic,
    method: 'GET',
    path: '/dicomAttempt',
    summary: 'Connections of DICOM systems that are not listed, newest first',
    response: z.array(DicomAttempt),
  }),
  dismiss: defineRoute({
    method: 'DELETE',
    path: '/dicomAttempt/:id',
    summary: 'Remove a caller from the list of attempts, until it calls again',
    needs: 'dicom-device.manage',
    clinic: 'reach',
    params: z.object({ id: DicomAttemptId }),
  }),
  certificate: defineRoute({
    method: 'GET',
    path: '/dicomDevice/certificate',
    summary: 'The TLS certificate of the DICOM port, which devices can be told to trust',
    needs: 'dicom-device.manage',
    clinic: 'none',
    produces: 'application/x-pem-file',
  }),
}
