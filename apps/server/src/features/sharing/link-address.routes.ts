import { routes } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import { describeLinkAddress, updateLinkAddress } from './link-address.service.ts'
import type { LinkAddressDeps } from './link-address.service.ts'

export function linkAddressRoutes(mount: Mount, deps: LinkAddressDeps) {
  mount(routes.linkAddress.ofClinic, ({ db, params }) =>
    describeLinkAddress(db, params.clinicId, deps),
  )
  mount(routes.linkAddress.update, async ({ db, actor, address, params, body }) => {
    const { clinicId } = params
    await updateLinkAddress({ db, actor, address, clock: deps.clock }, clinicId, body.address)
    return describeLinkAddress(db, clinicId, deps)
  })
}
