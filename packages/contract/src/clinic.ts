import { z } from 'zod'
import { activeStates, clinicTypes, downloadTypes, languages } from './enumerations.ts'
import { ClinicId } from './ids.ts'
import { imageCountHeader, limits } from './limits.ts'
import { PermissionProfileDraft } from './permission-profile.ts'
import { route } from './route.ts'
import { AeTitle, email, Instant, multilineText, phone, requiredText } from './fields.ts'
import { joinedAddress } from './text.ts'
import { UserDraft } from './user.ts'

export const Clinic = z.object({
  id: ClinicId,
  name: z.string(),
  /** The specification lists both names for one thing. */
  clinicName: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  aeTitle: z.string(),
  clinicType: z.enum(clinicTypes),
  lang: z.enum(languages),
  /** Decides which day "today" is. */
  timeZone: z.string(),
  createdOn: Instant,
  isDeleted: z.boolean(),
  status: z.enum(activeStates),
})
export type Clinic = z.output<typeof Clinic>

const timeZones = new Set(Intl.supportedValuesOf('timeZone')).add('UTC')
export const ClinicDraft = z.object({
  name: requiredText(limits.textMax),
  address: multilineText(limits.textMax)
    .transform(joinedAddress)
    .pipe(z.string().min(1, 'field/required')),
  phone: phone.default(''),
  email: email.default(''),
  aeTitle: AeTitle.default(''),
  clinicType: z.enum(clinicTypes, 'field/required'),
  lang: z.enum(languages).default('en'),
  timeZone: z
    .string()
    .refine((zone) => timeZones.has(zone), 'field/invalid')
    .optional(),
})
export const ClinicChange = ClinicDraft.extend({ id: ClinicId })

export const clinicRoutes = {
  list: route({
    method: 'GET',
    path: '/clinic',
    summary: 'The clinics in reach',
    needs: 'clinic.list',
    clinic: 'reach',
    response: z.array(Clinic),
  }),
  one: route({
    method: 'GET',
    path: '/clinic/:id',
    summary: 'One clinic',
    needs: 'clinic.read',
    clinic: 'reach',
    params: z.object({ id: ClinicId }),
    response: Clinic,
  }),
  create: route({
    method: 'POST',
    path: '/clinic',
    summary: 'Create a clinic',
    needs: 'clinic.create',
    clinic: 'none',
    body: ClinicDraft,
    response: Clinic,
  }),
  update: route({
    method: 'PUT',
    path: '/clinic',
    summary: 'Change a clinic',
    needs: 'clinic.edit',
    clinic: { in: 'body', name: 'id' },
    body: ClinicChange,
    response: Clinic,
  }),
  createWithUser: route({
    method: 'POST',
    path: '/clinic/PostWithUserPermission',
    summary: 'Create a clinic, its first user and that user’s permissions together',
    needs: 'clinic.create',
    clinic: 'none',
    body: z.object({
      clinicData: ClinicDraft,
      userData: UserDraft,
      permissionProfileData: PermissionProfileDraft,
    }),
    response: Clinic,
  }),
  remove: route({
    method: 'DELETE',
    path: '/clinic/deleteclinic/:id',
    summary: 'Delete a clinic (softly)',
    needs: 'clinic.delete',
    clinic: 'reach',
    params: z.object({ id: ClinicId }),
  }),
  download: route({
    method: 'POST',
    path: '/clinic/download',
    summary: 'All images of the clinic as a zip',
    needs: 'bulk-download.use',
    clinic: { in: 'body', name: 'clinicId' },
    body: z.object({ clinicId: ClinicId, type: z.enum(downloadTypes) }),
    produces: 'application/zip',
    responseHeaders: { [imageCountHeader]: 'How many images there are, for a display of progress' },
  }),
}
