import { z } from 'zod'
import { activeStates, clinicTypes, downloadTypes, languages } from './enumerations.ts'
import { ClinicId } from './ids.ts'
import { ignoreRestOf } from './ignored-fields.ts'
import { imageCountHeader, limits } from './limits.ts'
import { PermissionProfileDraft } from './permission-profile.ts'
import { defineRoute } from './route.ts'
import { createPageSchema, createPageQuery } from './paging.ts'
import {
  AeTitle,
  email,
  Instant,
  multilineText,
  phone,
  requiredText,
  SentInstant,
} from './fields.ts'
import { joinAddress } from './text.ts'
import { UserDraft } from './user.ts'

export const Clinic = z.object({
  id: ClinicId,
  name: z.string(),
  /** The same value as `name`: the specification lists both fields. */
  clinicName: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  aeTitle: z.string(),
  clinicType: z.enum(clinicTypes),
  lang: z.enum(languages),
  /** Determines the current day of the clinic. */
  timeZone: z.string(),
  createdOn: Instant,
  isDeleted: z.boolean(),
  status: z.enum(activeStates),
})
export type Clinic = z.output<typeof Clinic>

/** The names of time zones that a setting may have. */
export const timeZones: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone')).add('UTC')
export const ClinicDraft = ignoreRestOf(
  Clinic,
  z.object({
    name: requiredText(limits.textMax),
    address: multilineText(limits.textMax)
      .transform(joinAddress)
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
  }),
)
export const ClinicChange = ignoreRestOf(
  Clinic,
  ClinicDraft.extend({
    id: ClinicId,
    /** Sent by the specified client, and ignored. */
    createdOn: SentInstant.optional(),
  }),
)

export const clinicRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/clinic',
    summary: 'The clinics in reach',
    needs: 'clinic.list',
    clinic: 'reach',
    response: z.array(Clinic),
  }),
  page: defineRoute({
    method: 'GET',
    path: '/clinic/page',
    summary: 'The clinics in reach, page by page',
    needs: 'clinic.list',
    clinic: 'reach',
    query: z.object({
      ...createPageQuery(['name', 'type', 'phone', 'aeTitle', 'status', 'deleted']),
      /** `1` lists only clinics that are not deleted. */
      living: z.enum(['0', '1']).default('0'),
    }),
    response: createPageSchema(Clinic),
  }),
  one: defineRoute({
    method: 'GET',
    path: '/clinic/:id',
    summary: 'One clinic',
    needs: 'clinic.read',
    clinic: 'reach',
    params: z.object({ id: ClinicId }),
    response: Clinic,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/clinic',
    summary: 'Create a clinic',
    needs: 'clinic.create',
    clinic: 'none',
    body: ClinicDraft,
    response: Clinic,
  }),
  update: defineRoute({
    changesAccess: true,
    method: 'PUT',
    path: '/clinic',
    summary: 'Change a clinic',
    needs: 'clinic.edit',
    clinic: { in: 'body', name: 'id' },
    body: ClinicChange,
    response: Clinic,
  }),
  createWithUser: defineRoute({
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
  remove: defineRoute({
    changesAccess: true,
    method: 'DELETE',
    path: '/clinic/deleteclinic/:id',
    summary: 'Delete a clinic (softly)',
    needs: 'clinic.delete',
    clinic: 'reach',
    params: z.object({ id: ClinicId }),
  }),
  download: defineRoute({
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
