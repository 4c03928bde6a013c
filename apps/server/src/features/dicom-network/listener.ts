import type { Logger } from '../../jobs/define-job.ts'
import { findHandler } from './find.ts'
import { networkUser } from './network-user.ts'
import { startReceiver } from './receiver-host.ts'
import type { HostDeps, ReceiverHost } from './receiver-host.ts'
import { getHandler, moveHandler } from './retrieve.ts'
import type { RetrieveDeps } from './retrieve.ts'
import { sendLimits } from './send-association.ts'
import type { SendLimits } from './send-association.ts'
import { tlsIdentity } from './tls-identity.ts'
import type { TlsIdentityDeps } from './tls-identity.ts'

type HandlerDeps = HostDeps & RetrieveDeps

export interface ListenerDeps
  extends Omit<HandlerDeps, 'networkUser' | 'limits' | 'queries'>, TlsIdentityDeps {
  /** Of what is sent to others for a C-MOVE. */
  readonly sendLimits?: Partial<SendLimits> | undefined
  readonly dicomPort: number | null
  readonly dicomTlsPort: number | null
  readonly dicomBind: string | undefined
  readonly log: Logger
}

/** The port that is listened on; null where it is switched off or could not be had. */
export interface DicomPorts {
  readonly port: number | null
  readonly tlsPort: number | null
}

export interface DicomListener {
  /** Opens the ports. One that cannot be had is logged, and the rest of the product runs. */
  readonly listen: () => Promise<DicomPorts>
  readonly ports: () => DicomPorts
  readonly stop: () => Promise<void>
}

/** What is under way when the server stops is brought to an end in this time, or sent again. */
const stopMs = 3000
/** The door for other DICOM systems. Nothing is opened before `listen`. */
export function dicomListener(deps: ListenerDeps): DicomListener {
  const { log, dicomBind: host } = deps
  const handlerDeps = {
    ...deps,
    limits: { ...sendLimits, ...deps.sendLimits },
    networkUser: networkUser(deps.unscopedDb, deps.clock),
  }
  const queries = {
    find: findHandler(deps),
    get: getHandler(handlerDeps),
    move: moveHandler(handlerDeps),
  }
  let receiver: ReceiverHost | undefined
  let ports: DicomPorts = { port: deps.dicomPort, tlsPort: deps.dicomTlsPort }

  async function open(name: string, port: number | null, isTls: boolean) {
    if (port === null) return null
    try {
      const tls = isTls ? await tlsIdentity(deps) : undefined
      receiver ??= startReceiver({ ...handlerDeps, queries })
      return await receiver.listen({ port, host, tls })
    } catch (error) {
      log.error({ err: error }, `no DICOM on port ${port} (${name}): ${reasonOf(error)}`)
      return null
    }
  }

  return {
    listen: async () => {
      ports = {
        port: await open('DICOM_PORT', deps.dicomPort, false),
        tlsPort: await open('DICOM_TLS_PORT', deps.dicomTlsPort, true),
      }
      return ports
    },
    ports: () => ports,
    stop: async () => receiver?.stop(stopMs),
  }
}

function reasonOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (code === 'EADDRINUSE') return 'another program listens there'
  if (code === 'EACCES') return 'this user may not listen there'
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address (DICOM_BIND)'
  return error instanceof Error ? error.message : String(error)
}
