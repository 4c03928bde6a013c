import { createUuid } from '../../../random-id.ts'

/** Converts a UUID to a UID derived from it (DICOM PS3.5 B.2): one decimal number below 2.25. */
export const toUid = (uuid: string): string => `2.25.${BigInt(`0x${uuid.replaceAll('-', '')}`)}`

export const createUid = () => toUid(createUuid())
