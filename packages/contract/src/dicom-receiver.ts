import { z } from 'zod'
import { ClinicId } from './ids.ts'
import { defineRoute } from './route.ts'

/** Whether a clinic accepts images from devices that it has not listed. */
export const unlistedRules = ['while-empty', 'accept', 'refuse'] as const
export type UnlistedRule = (typeof unlistedRules)[number]

/** The network settings by which other DICOM systems reach a clinic. */
export const DicomReceiver = z.object({
  clinicId: ClinicId,
  /** The called AE title, which assigns received images to the clinic. Empty if it has none. */
  aeTitle: z.string(),
  unlisted: z.enum(unlistedRules),
  /** Whether an unlisted device may send images now; always false in the cloud. */
  acceptsUnlisted: z.boolean(),
  /** Null if the port is closed on this server. */
  port: z.int().nullable(),
  tlsPort: z.int().nullable(),
  /** SHA-256 of the server's TLS certificate; null without a TLS port. */
  tlsFingerprint: z.string().nullable(),
})
export type DicomReceiver = z.output<typeof DicomReceiver>

export const DicomReceiverChange = z.object({
  clinicId: ClinicId,
  unlisted: z.enum(unlistedRules),
})

export const dicomReceiverRoutes = {
  ofClinic: defineRoute({
    method: 'GET',
    path: '/dicomReceiver',
    summary: 'How DICOM systems reach a clinic, and whether it accepts unlisted ones',
    needs: 'dicom-device.manage',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: DicomReceiver,
  }),
  update: defineRoute({
    changesAccess: true,
    method: 'PUT',
    path: '/dicomReceiver',
    summary: 'Set whether a clinic accepts images from devices that it has not listed',
    needs: 'dicom-device.manage',
    clinic: { in: 'body', name: 'clinicId' },
    variant: 'local',
    body: DicomReceiverChange,
    response: DicomReceiver,
  }),
}
