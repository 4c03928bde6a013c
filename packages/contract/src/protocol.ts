import { z } from 'zod'
import { SpeciesId } from './codes.ts'
import { plainText, requiredText } from './fields.ts'
import { ClinicId } from './ids.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

/**
 * The key of a built-in protocol is a name; that of a clinic's own protocol is `own-` and a number.
 */
export const ProtocolKey = z.string().regex(/^[a-z0-9-]{1,64}$/u)

const fields = {
  name: requiredText(limits.textMax),
  speciesId: SpeciesId,
  modality: z.enum(['General', 'Dental']),
  steps: z
    .array(
      z.object({ bodyPart: requiredText(limits.textMax), bodyPartView: plainText(64).default('') }),
    )
    .min(1, 'field/required')
    .max(limits.protocolSteps),
}
/**
 * The number of changes, for optimistic locking: of two concurrent changes the second gets an
 * error.
 */
const Revision = z.int().nonnegative()
/**
 * A named list of views. A clinic can change a built-in one too, which then belongs to the clinic.
 */
export const Protocol = z.object({
  ...fields,
  key: ProtocolKey,
  isChanged: z.boolean(),
  revision: Revision,
})
export type Protocol = z.output<typeof Protocol>

/** The fields of the form. */
export const ProtocolDraft = z.object(fields)

const needs = 'study.capture'
export const protocolRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/protocol',
    summary: 'The protocols of a clinic',
    needs,
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: z.array(Protocol),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/protocol',
    summary: 'Create a protocol of the clinic',
    needs,
    clinic: { in: 'body', name: 'clinicId' },
    body: z.object({ ...fields, clinicId: ClinicId.optional() }),
    response: Protocol,
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/protocol/:key',
    summary: 'Change a protocol',
    needs,
    clinic: { in: 'body', name: 'clinicId' },
    params: z.object({ key: ProtocolKey }),
    /**
     * `revision` is the revision on which the change is based; without it, the last change wins.
     */
    body: z.object({
      ...fields,
      clinicId: ClinicId.optional(),
      revision: Revision.optional(),
    }),
    response: Protocol,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/protocol/:key',
    summary: 'Remove a protocol; a built-in one can be restored with `restore`',
    needs,
    clinic: { in: 'query', name: 'ClinicId' },
    params: z.object({ key: ProtocolKey }),
    query: z.object({ ClinicId: ClinicId.optional() }),
  }),
  restore: defineRoute({
    method: 'POST',
    path: '/protocol/restore',
    summary: 'Restore the built-in protocols; the clinic’s own are kept',
    needs,
    clinic: { in: 'body', name: 'clinicId' },
    body: z.object({ clinicId: ClinicId.optional() }),
    response: z.array(Protocol),
  }),
}
