import { randomUUID } from 'node:crypto'

/** PS3.5 B.2: a UUID as one number below 2.25, unique without a root of one's own. */
export const newUid = (): string => `2.25.${BigInt(`0x${randomUUID().replaceAll('-', '')}`)}`
