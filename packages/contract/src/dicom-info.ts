import { z } from 'zod'
import { route } from './route.ts'

/** What another DICOM system is told, so that it can send images to this machine. */
export const DicomInfo = z.object({
  host: z.string(),
  ipAddress: z.string(),
  aeTitle: z.string(),
  /** Null where it is switched off, or where another program has it. */
  port: z.int().nullable(),
  tlsPort: z.int().nullable(),
})
export type DicomInfo = z.output<typeof DicomInfo>

export const dicomInfoRoutes = {
  ofThisMachine: route({
    method: 'GET',
    path: '/dicomInfo',
    summary: 'How other DICOM systems reach this machine',
    needs: 'sign-in',
    clinic: 'none',
    variant: 'local',
    response: DicomInfo,
  }),
}
