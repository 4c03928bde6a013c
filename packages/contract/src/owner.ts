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
export const OwnerChange = OwnerDraft.extend({ id: OwnerId })

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
  one: route({ ...one, path: '/owner/:id' }),
  oneByOldPath: route({ ...one, path: '/owner/getOwner/:id' }),
  create: route({
    method: 'POST',
    path: '/owner',
    summary: 'Register an owner',
    needs: 'registration.use',
    clinic: { in: 'body', name: 'clinicId' },
    body: OwnerDraft,
    response: Owner,
  }),
  update: route({
    method: 'PUT',
    path: '/owner',
    summary: 'Change an owner',
    needs: 'registration.use',
    clinic: 'reach',
    body: OwnerChange,
    response: Owner,
  }),
}
