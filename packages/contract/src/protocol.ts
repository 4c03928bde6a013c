import { z } from 'zod'
import { SpeciesId } from './codes.ts'
import { plainText, requiredText } from './fields.ts'
import { ClinicId } from './ids.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'

/** Those that come with the product have a name of ours; a clinic's own are `own-` and a number. */
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
/** How often it was changed here; of two people who change the same at once the second is told. */
const Revision = z.int().nonnegative()
/** A named list of views. One that comes with the product can be changed too: then it is the clinic's. */
export const Protocol = z.object({
  ...fields,
  key: ProtocolKey,
  isChanged: z.boolean(),
  revision: Revision,
})
export type Protocol = z.output<typeof Protocol>

/** What a form asks for. */
export const ProtocolDraft = z.object(fields)

const needs = 'study.capture'
export const protocolRoutes = {
  list: route({
    method: 'GET',
    path: '/protocol',
    summary: 'The protocols of a clinic',
    needs,
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: z.array(Protocol),
  }),
  create: route({
    method: 'POST',
    path: '/protocol',
    summary: 'A protocol of the clinic’s own',
    needs,
    clinic: { in: 'body', name: 'clinicId' },
    body: z.object({ ...fields, clinicId: ClinicId.optional() }),
    response: Protocol,
  }),
  update: route({
    method: 'PUT',
    path: '/protocol/:key',
    summary: 'Change a protocol',
    needs,
    clinic: { in: 'body', name: 'clinicId' },
    params: z.object({ key: ProtocolKey }),
    /** `revision` is the one that the change was made from; left out, the last change counts. */
    body: z.object({
      ...fields,
      clinicId: ClinicId.optional(),
      revision: Revision.optional(),
    }),
    response: Protocol,
  }),
  remove: route({
    method: 'DELETE',
    path: '/protocol/:key',
    summary: 'Remove a protocol; one of the product’s own comes back with `restore`',
    needs,
    clinic: { in: 'query', name: 'ClinicId' },
    params: z.object({ key: ProtocolKey }),
    query: z.object({ ClinicId: ClinicId.optional() }),
  }),
  restore: route({
    method: 'POST',
    path: '/protocol/restore',
    summary: 'The protocols of the product as they came; a clinic’s own stay',
    needs,
    clinic: { in: 'body', name: 'clinicId' },
    body: z.object({ clinicId: ClinicId.optional() }),
    response: z.array(Protocol),
  }),
}
