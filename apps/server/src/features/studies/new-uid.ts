import { randomUUID } from 'node:crypto'

/** PS3.5 B.2: a UUID as a decimal number below 2.25, unique without an own UID root. */
export const newUid = (): string => `2.25.${BigInt(`0x${randomUUID().replaceAll('-', '')}`)}`
