import { z } from 'zod'
import { defineRoute } from './route.ts'

/** The connection settings with which another DICOM system can send images to this computer. */
export const DicomInfo = z.object({
  host: z.string(),
  ipAddress: z.string(),
  aeTitle: z.string(),
  /** Null if the receiver is switched off, or if another program uses the port. */
  port: z.int().nullable(),
  tlsPort: z.int().nullable(),
})
export type DicomInfo = z.output<typeof DicomInfo>

export const dicomInfoRoutes = {
  ofThisMachine: defineRoute({
    method: 'GET',
    path: '/dicomInfo',
    summary: 'How other DICOM systems reach this computer',
    needs: 'sign-in',
    clinic: 'none',
    variant: 'local',
    response: DicomInfo,
  }),
}
