import { z } from 'zod'
import { AeTitle } from './fields.ts'
import { ClinicId } from './ids.ts'
import { route } from './route.ts'

/** How other DICOM systems reach a clinic over the network. */
export const DicomReceiver = z.object({
  clinicId: ClinicId,
  /** The clinic's own: what peers call decides whose images they are. Empty where it has none. */
  aeTitle: z.string(),
  /** Who may call. With none, anybody may send images, and nobody may ask for any. */
  callingTitles: z.array(z.string()),
})
export type DicomReceiver = z.output<typeof DicomReceiver>

const callingTitlesMax = 200
export const DicomReceiverChange = z.object({
  clinicId: ClinicId,
  callingTitles: z
    .array(AeTitle.pipe(z.string().min(1, 'field/required')))
    .max(callingTitlesMax, 'field/too-long'),
})

export const dicomReceiverRoutes = {
  ofClinic: route({
    method: 'GET',
    path: '/dicomReceiver',
    summary: 'Which DICOM systems may call a clinic, and by which title',
    needs: 'dicom-server.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: DicomReceiver,
  }),
  update: route({
    method: 'PUT',
    path: '/dicomReceiver',
    summary: 'Say which DICOM systems may call a clinic',
    needs: 'dicom-server.manage',
    clinic: { in: 'body', name: 'clinicId' },
    body: DicomReceiverChange,
    response: DicomReceiver,
  }),
}
