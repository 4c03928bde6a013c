import { z } from 'zod'
import { ClinicId, DoctorId } from './ids.ts'
import { ignoreRestOf } from './ignored-fields.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Instant, requiredText } from './fields.ts'

/** A doctor; the specification calls it a clinic profile. */
export const Doctor = z.object({
  id: DoctorId,
  firstName: z.string(),
  lastName: z.string(),
  clinicId: ClinicId,
  createdOn: Instant,
  role: z.int(),
  isActive: z.boolean(),
})
export type Doctor = z.output<typeof Doctor>

export const DoctorDraft = ignoreRestOf(
  Doctor,
  z.object({
    firstName: requiredText(limits.personNameMax),
    lastName: requiredText(limits.personNameMax),
    clinicId: ClinicId.optional(),
    role: z.int().default(1),
    isActive: z.boolean().default(true),
  }),
)
export const DoctorChange = ignoreRestOf(Doctor, DoctorDraft.extend({ id: DoctorId }))

export const doctorRoutes = {
  listOfClinic: defineRoute({
    method: 'GET',
    path: '/ClinicProfile/GetByClinic/:id',
    summary: 'The doctors of a clinic',
    needs: 'doctor.read',
    clinic: { in: 'params', name: 'id' },
    params: z.object({ id: ClinicId }),
    response: z.array(Doctor),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/clinicprofile',
    summary: 'Add a doctor',
    needs: 'doctor.write',
    clinic: { in: 'body', name: 'clinicId' },
    body: DoctorDraft,
    response: Doctor,
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/clinicprofile',
    summary: 'Change a doctor',
    needs: 'doctor.write',
    clinic: 'reach',
    body: DoctorChange,
    response: Doctor,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/clinicprofile/delete/:id',
    summary: 'Delete a doctor',
    needs: 'doctor.write',
    clinic: 'reach',
    params: z.object({ id: DoctorId }),
  }),
}
