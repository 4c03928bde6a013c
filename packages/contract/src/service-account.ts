import { z } from 'zod'
import { Day, Instant, requiredText } from './fields.ts'
import { ClinicId, ServiceAccountId } from './ids.ts'
import { defineRoute } from './route.ts'

/** Begins every key, so that a key is recognised in a configuration file and by secret scanners. */
export const serviceKeyPrefix = 'talus-key-'

/** A program that uses the DICOMweb address of a clinic with a key of its own. */
export const ServiceAccount = z.object({
  id: ServiceAccountId,
  clinicId: ClinicId,
  name: z.string(),
  /** The last characters of the key, to tell keys apart. */
  keyHint: z.string(),
  mayStore: z.boolean(),
  mayQuery: z.boolean(),
  mayRetrieve: z.boolean(),
  /** The last day of access in the time zone of the clinic; null means no limit. */
  validUntil: Day.nullable(),
  createdOn: Instant,
  createdBy: z.string(),
  revokedOn: Instant.nullable(),
  /** The time of the last request, exact to a minute. */
  lastUsedOn: Instant.nullable(),
  lastAddress: z.string(),
})
export type ServiceAccount = z.output<typeof ServiceAccount>

const accountFields = {
  name: requiredText(100),
  mayStore: z.boolean().default(false),
  mayQuery: z.boolean().default(false),
  mayRetrieve: z.boolean().default(false),
  validUntil: Day.nullable().default(null),
}
interface Rights {
  readonly mayStore: boolean
  readonly mayQuery: boolean
  readonly mayRetrieve: boolean
}
const hasRight = ({ mayStore, mayQuery, mayRetrieve }: Rights) =>
  mayStore || mayQuery || mayRetrieve
const rights = { path: ['mayQuery'], error: 'field/right-needed' }

export const ServiceAccountDraft = z
  .object({ clinicId: ClinicId, ...accountFields })
  .refine(hasRight, rights)
export const ServiceAccountChange = z
  .object({ id: ServiceAccountId, ...accountFields })
  .refine(hasRight, rights)

/** The response to the creation: the only one that contains the key. */
export const NewServiceAccount = z.object({ account: ServiceAccount, key: z.string() })
export type NewServiceAccount = z.output<typeof NewServiceAccount>

export const serviceAccountRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/serviceAccount',
    summary: 'The service accounts of a clinic, without their keys',
    needs: 'service-account.manage',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: z.array(ServiceAccount),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/serviceAccount',
    summary: 'Create a service account; the response contains its key once',
    needs: 'service-account.manage',
    clinic: { in: 'body', name: 'clinicId' },
    body: ServiceAccountDraft,
    response: NewServiceAccount,
  }),
  update: defineRoute({
    changesAccess: true,
    method: 'PUT',
    path: '/serviceAccount',
    summary: 'Change the name, the rights or the last day of a service account',
    needs: 'service-account.manage',
    clinic: 'reach',
    body: ServiceAccountChange,
    response: ServiceAccount,
  }),
  revoke: defineRoute({
    changesAccess: true,
    method: 'DELETE',
    path: '/serviceAccount/:id',
    summary: 'Revoke the key of a service account at once',
    needs: 'service-account.manage',
    clinic: 'reach',
    params: z.object({ id: ServiceAccountId }),
  }),
}
