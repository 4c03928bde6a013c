import type { QueryKey } from '@tanstack/react-query'

/** The beginning of the key of every query of a record; a mutation names those it makes stale. */
export const recordKeys = {
  clinics: ['clinics'],
  dicomReceivers: ['dicom-receivers'],
  dicomSends: ['dicom-sends'],
  dicomServers: ['dicom-servers'],
  doctors: ['doctors'],
  emailConfigs: ['email-configs'],
  owners: ['owners'],
  patients: ['patients'],
  protocols: ['protocols'],
  session: ['session'],
  shares: ['shares'],
  /** Studies, their images and their annotations. */
  studies: ['studies'],
  /** Frames that were exposed without a study. */
  unassignedFrames: ['unassigned-frames'],
  users: ['users'],
} as const satisfies Record<string, QueryKey>
