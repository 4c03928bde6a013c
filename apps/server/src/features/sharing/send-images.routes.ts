import { routes } from '@talus/contract'
import type { SentEmail } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import { sendImages } from './send-images.service.ts'
import type { SendImagesDeps } from './send-images.service.ts'

export function sendImagesRoutes(mount: Mount, deps: SendImagesDeps) {
  /** A second click while the first is being worked on waits for the same answer. */
  const underWay = new Map<string, Promise<SentEmail>>()

  mount(routes.emailConfig.send, ({ db, actor, address, language, body }) => {
    const name = JSON.stringify([actor.id, body])
    const known = underWay.get(name)
    if (known) return known
    const sending = sendImages({ ...deps, db, actor, address, language }, body).finally(() =>
      underWay.delete(name),
    )
    underWay.set(name, sending)
    return sending
  })
}
