import { routes } from '@talus/contract'
import type { SentEmail } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import { sendImages } from './send-images.service.ts'
import type { SendImagesDeps } from './send-images.service.ts'

export function sendImagesRoutes(mount: Mount, deps: SendImagesDeps) {
  /** A second click during the first request waits for the same result. */
  const pending = new Map<string, Promise<SentEmail>>()

  mount(routes.emailConfig.send, ({ db, actor, address, language, body }) => {
    const name = JSON.stringify([actor.id, body])
    const known = pending.get(name)
    if (known) return known
    const sending = sendImages({ ...deps, db, actor, address, language }, body).finally(() =>
      pending.delete(name),
    )
    pending.set(name, sending)
    return sending
  })
}
