import { z } from 'zod'
import { activeStates } from './enumerations.ts'
import { ClinicId, OwnerId, UserId } from './ids.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { email, Instant, phone, plainText, requiredText } from './fields.ts'

export const Owner = z.object({
  id: OwnerId,
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  clinicId: ClinicId,
  userId: UserId,
  createdOn: Instant,
  status: z.enum(activeStates),
})
export type Owner = z.output<typeof Owner>

export const OwnerDraft = z.object({
  name: requiredText(limits.ownerNameMax, 'owner/name-too-long'),
  address: plainText(limits.ownerAddressMax, 'owner/address-too-long').default(''),
  phone: phone.default(''),
  email: email.default(''),
  clinicId: ClinicId.optional(),
})
/** Inactive is as far as an owner can be deleted: studies keep naming him. */
export const OwnerChange = OwnerDraft.extend({
  id: OwnerId,
  status: z.enum(activeStates).optional(),
})

/** What a person recognises an owner by, while typing. */
export const OwnerSuggestion = Owner.pick({
  id: true,
  name: true,
  phone: true,
  email: true,
  address: true,
}).extend({ animals: z.array(z.string()) })
export type OwnerSuggestion = z.output<typeof OwnerSuggestion>

/** Every word counts from its beginning; case and accents do not. */
export const suggestQuery = z.object({
  ClinicId: ClinicId.optional(),
  text: plainText(),
  limit: z.coerce.number<number | string>().int().min(1).max(50).default(limits.suggestions),
})

const one = {
  method: 'GET',
  summary: 'One owner',
  needs: 'study.read',
  clinic: 'reach',
  params: z.object({ id: OwnerId }),
  response: Owner,
} as const

export const ownerRoutes = {
  list: route({
    method: 'GET',
    path: '/owner',
    summary: 'The owners of a clinic',
    needs: 'study.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: z.array(Owner),
  }),
  suggest: route({
    method: 'GET',
    path: '/owner/suggest',
    summary: 'Owners by the beginnings of their name, phone, e-mail or animals’ names',
    needs: 'study.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: suggestQuery,
    response: z.array(OwnerSuggestion),
  }),
  one: route({ ...one, path: '/owner/:id' }),
  oneByOldPath: route({ ...one, path: '/owner/getOwner/:id' }),
  create: route({
    method: 'POST',
    path: '/owner',
    summary: 'Register an owner',
    variant: 'local',
    needs: 'registration.use',
    clinic: { in: 'body', name: 'clinicId' },
    body: OwnerDraft,
    response: Owner,
  }),
  update: route({
    method: 'PUT',
    path: '/owner',
    summary: 'Change an owner',
    variant: 'local',
    needs: 'registration.use',
    clinic: 'reach',
    body: OwnerChange,
    response: Owner,
  }),
}
