import { z } from 'zod'
import { AeTitle } from './fields.ts'
import { ClinicId } from './ids.ts'
import { defineRoute } from './route.ts'

/** The network settings by which other DICOM systems reach a clinic. */
export const DicomReceiver = z.object({
  clinicId: ClinicId,
  /** The called AE title, which assigns received images to the clinic. Empty if it has none. */
  aeTitle: z.string(),
  /** Calling AE titles that are allowed. If empty, any peer may send images, and none may query. */
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
  ofClinic: defineRoute({
    method: 'GET',
    path: '/dicomReceiver',
    summary: 'Which DICOM systems may call a clinic, and by which title',
    needs: 'dicom-server.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: DicomReceiver,
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/dicomReceiver',
    summary: 'Set which DICOM systems may call a clinic',
    needs: 'dicom-server.manage',
    clinic: { in: 'body', name: 'clinicId' },
    body: DicomReceiverChange,
    response: DicomReceiver,
  }),
}
