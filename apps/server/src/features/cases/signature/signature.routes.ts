import { refuse, routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount, MountRaw } from '../../../http/mount.ts'
import {
  loadSignature,
  readSignature,
  removePicture,
  savePicture,
  saveSignature,
} from './signature.service.ts'
import type { SignatureDeps } from './signature.service.ts'

export function signatureRoutes(
  mount: Mount,
  mountRaw: MountRaw,
  deps: SignatureDeps & { readonly clock: Clock },
) {
  const { clock } = deps
  mount(routes.radCase.signature, (call) => readSignature(call))
  mount(routes.radCase.saveSignature, (call) => saveSignature({ ...call, clock }, call.body))
  mount(routes.radCase.saveSignaturePicture, ({ form, ...call }) => {
    const [file] = form.files
    if (!file) refuse('request/malformed')
    return savePicture(deps, { ...call, clock }, file)
  })
  mount(routes.radCase.removeSignaturePicture, (call) => removePicture(deps, { ...call, clock }))
  mountRaw(routes.radCase.signaturePicture, async ({ db, actor }, reply) => {
    const { picture } = await loadSignature(deps.files, db.unscopedDb, actor.id)
    if (!picture) refuse('record/not-found')
    return reply
      .type('image/jpeg')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .send(Buffer.from(picture))
  })
}
