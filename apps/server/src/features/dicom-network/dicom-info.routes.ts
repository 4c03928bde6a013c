import { hostname, networkInterfaces } from 'node:os'
import { routes } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import { findLanAddress } from './receive/lan-address.ts'
import type { DicomPorts } from './listener.ts'

export interface DicomInfoDeps {
  readonly dicomHost: string | undefined
  readonly dicomIp: string | undefined
  readonly dicomAeTitle: string
  readonly ports: () => DicomPorts
}

/** A clinic PC often starts before its network is up, so the address is read at each call. */
export function dicomInfoRoutes(mount: Mount, deps: DicomInfoDeps) {
  mount(routes.dicomInfo.ofThisMachine, async () => ({
    host: deps.dicomHost ?? hostname(),
    ipAddress: deps.dicomIp ?? findLanAddress(networkInterfaces()),
    aeTitle: deps.dicomAeTitle,
    ...deps.ports(),
  }))
}
