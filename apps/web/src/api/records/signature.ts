import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordMutation } from './mutation.ts'

/** The own signature below case reports: of the user, not of a clinic. */
const signature = ['signature'] as const

export const signatureQuery = queryOptions({
  queryKey: signature,
  queryFn: ({ signal }) => call(routes.radCase.signature, {}, { signal }),
})

const effects = { makesStale: [signature] }

export const signatureMutations = {
  save: recordMutation(routes.radCase.saveSignature, effects),
  savePicture: recordMutation(routes.radCase.saveSignaturePicture, effects),
  removePicture: recordMutation(routes.radCase.removeSignaturePicture, effects),
}
