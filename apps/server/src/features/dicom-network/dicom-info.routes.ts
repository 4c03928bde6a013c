import { hostname, networkInterfaces } from 'node:os'
import { routes } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import { lanAddress } from './lan-address.ts'
import type { DicomPorts } from './listener.ts'

export interface DicomInfoDeps {
  readonly dicomHost: string | undefined
  readonly dicomIp: string | undefined
  readonly dicomAeTitle: string
  readonly ports: () => DicomPorts
}

/** A clinic PC is often started before its network is there: it is asked at each call. */
export function dicomInfoRoutes(mount: Mount, deps: DicomInfoDeps) {
  mount(routes.dicomInfo.ofThisMachine, async () => ({
    host: deps.dicomHost ?? hostname(),
    ipAddress: deps.dicomIp ?? lanAddress(networkInterfaces()),
    aeTitle: deps.dicomAeTitle,
    ...deps.ports(),
  }))
}
