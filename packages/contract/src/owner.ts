import { z } from 'zod'
import { activeStates } from './enumerations.ts'
import { ClinicId, OwnerId, UserId } from './ids.ts'
import { ignoreRestOf } from './ignored-fields.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { email, Instant, phone, plainText, requiredText } from './fields.ts'

export const Owner = z.object({
  id: OwnerId,
  name: z.string(),
  /** The name in other writings, from received files: `ideographic=phonetic`. */
  nameGroups: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  clinicId: ClinicId,
  userId: UserId,
  createdOn: Instant,
  status: z.enum(activeStates),
})
export type Owner = z.output<typeof Owner>

export const OwnerDraft = ignoreRestOf(
  Owner,
  z.object({
    name: requiredText(limits.ownerNameMax, 'owner/name-too-long'),
    address: plainText(limits.ownerAddressMax, 'owner/address-too-long').default(''),
    phone: phone.default(''),
    email: email.default(''),
    clinicId: ClinicId.optional(),
    /**
     * Confirms that another owner has the same phone number or e-mail address, as in a family;
     * otherwise it is refused.
     */
    sharesContact: z.boolean().default(false),
  }),
)
/** An owner can only be set inactive, not deleted, because studies still refer to them. */
export const OwnerChange = ignoreRestOf(
  Owner,
  OwnerDraft.extend({ id: OwnerId, status: z.enum(activeStates).optional() }),
)

/** The fields by which a user recognises an owner in the suggestions. */
export const OwnerSuggestion = Owner.pick({
  id: true,
  name: true,
  nameGroups: true,
  phone: true,
  email: true,
  address: true,
}).extend({ animals: z.array(z.string()) })
export type OwnerSuggestion = z.output<typeof OwnerSuggestion>

/** Matches prefixes of words, without regard to case and accents. */
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
  list: defineRoute({
    method: 'GET',
    path: '/owner',
    summary: 'The owners of a clinic',
    needs: 'study.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: z.array(Owner),
  }),
  suggest: defineRoute({
    method: 'GET',
    path: '/owner/suggest',
    summary: 'Owners by prefixes of their name, phone, e-mail or animals’ names',
    needs: 'study.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: suggestQuery,
    response: z.array(OwnerSuggestion),
  }),
  one: defineRoute({ ...one, path: '/owner/:id' }),
  oneByOldPath: defineRoute({ ...one, path: '/owner/getOwner/:id' }),
  create: defineRoute({
    method: 'POST',
    path: '/owner',
    summary: 'Register an owner',
    variant: 'local',
    needs: 'registration.use',
    clinic: { in: 'body', name: 'clinicId' },
    body: OwnerDraft,
    response: Owner,
  }),
  update: defineRoute({
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
