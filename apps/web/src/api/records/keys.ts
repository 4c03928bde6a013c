import type { ImageId } from '@talus/contract'
import type { QueryKey } from '@tanstack/react-query'

/** The beginning of the key of every query of a record; a mutation names those it makes stale. */
export const recordKeys = {
  /** Sessions and second factor of the signed-in user. */
  account: ['account'],
  /** Target, schedule, runs and state of the backups. */
  backup: ['backup'],
  /** X-ray stations, their sensors and their state. */
  bridges: ['bridges'],
  /** Notices about cases, and critical findings. */
  caseNotices: ['case-notices'],
  /** Consult cases, their counts, texts, files and messages. */
  cases: ['cases'],
  clinics: ['clinics'],
  /** Devices that may connect, and those that tried to. */
  dicomAccess: ['dicom-access'],
  dicomSends: ['dicom-sends'],
  dicomServers: ['dicom-servers'],
  doctors: ['doctors'],
  emailConfigs: ['email-configs'],
  /** Layouts of the viewer. */
  hangingProtocols: ['hanging-protocols'],
  linkAddress: ['link-address'],
  owners: ['owners'],
  patients: ['patients'],
  protocols: ['protocols'],
  /** Drafts, measurements, letterhead, templates and macros of reports. */
  reports: ['reports'],
  /** The sensors of this computer. */
  sensors: ['sensors'],
  serviceAccounts: ['service-accounts'],
  session: ['session'],
  /** The steps of the guided set-up. */
  setUp: ['set-up'],
  shares: ['shares'],
  /** Studies, their images and their annotations. */
  studies: ['studies'],
  /** Received files that wait for a decision. */
  tray: ['tray'],
  /** Frames that were exposed without a study. */
  unassignedFrames: ['unassigned-frames'],
  users: ['users'],
} as const satisfies Record<string, QueryKey>

/**
 * The key of all rendered files of an image. They are not fetched again with the studies: only
 * processing the image with another preset changes them.
 */
export const getImageFilesKey = (imageId: ImageId) => ['image-files', imageId] as const
