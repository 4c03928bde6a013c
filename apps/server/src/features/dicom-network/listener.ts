import type { Logger } from '../../jobs/define-job.ts'
import { limits } from '@talus/contract'
import { DimseFault, acceptAssociations, statuses } from '../../dimse/index.ts'
import type { Acceptor, Caller, Service } from '../../dimse/index.ts'
import { admit, contextFor } from './admission.ts'
import type { AdmissionDeps, Session } from './admission.ts'
import { findHandler } from './find.ts'
import { networkUser } from './network-user.ts'
import { storeHandler } from './receive-store.ts'
import type { ReceiveDeps } from './receive-store.ts'
import { getHandler, moveHandler } from './retrieve.ts'
import type { RetrieveDeps } from './retrieve.ts'
import { sendLimits } from './send-association.ts'
import type { SendLimits } from './send-association.ts'
import { tlsIdentity } from './tls-identity.ts'
import type { TlsIdentityDeps } from './tls-identity.ts'

type HandlerDeps = AdmissionDeps & ReceiveDeps & RetrieveDeps

export interface ListenerDeps extends Omit<HandlerDeps, 'networkUser' | 'limits'>, TlsIdentityDeps {
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
/** A little more than an object may have, so that one too large is told so before the line ends. */
const objectBytes = limits.dicomBytes + 64 * 1024 ** 2

/** The door for other DICOM systems. Nothing is opened before `listen`. */
export function dicomListener(deps: ListenerDeps): DicomListener {
  const { log, dicomBind: host } = deps
  const handlerDeps = {
    ...deps,
    limits: { ...sendLimits, ...deps.sendLimits },
    networkUser: networkUser(deps.unscopedDb, deps.clock),
  }
  const service: Service<Session> = {
    admit: (caller) => admit(deps, caller),
    contexts: contextFor,
    handlers: {
      echo: () => ({ status: statuses.success }),
      store: storeHandler(handlerDeps),
      find: findHandler(deps),
      get: getHandler(handlerDeps),
      move: moveHandler(handlerDeps),
    },
    report: (error, caller) => report(log, error, caller),
  }
  const acceptors: Acceptor[] = []
  let ports: DicomPorts = { port: deps.dicomPort, tlsPort: deps.dicomTlsPort }

  async function open(name: string, port: number | null, isTls: boolean) {
    if (port === null) return null
    try {
      const tls = isTls ? await tlsIdentity(deps) : undefined
      const acceptor = await acceptAssociations({
        ...service,
        port,
        ...(host === undefined ? {} : { host }),
        ...(tls ? { tls } : {}),
        limits: { objectBytes },
      })
      acceptors.push(acceptor)
      return acceptor.port
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
    stop: async () => {
      await Promise.all(acceptors.splice(0).map((acceptor) => acceptor.stop(stopMs)))
    },
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (code === 'EADDRINUSE') return 'another program listens there'
  if (code === 'EACCES') return 'this user may not listen there'
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address (DICOM_BIND)'
  return error instanceof Error ? error.message : String(error)
}

/** Titles and addresses, and nothing of what was sent. */
function report(log: Logger, error: unknown, caller: Caller | undefined): void {
  const who = caller && { calling: caller.calling, called: caller.called, address: caller.address }
  if (error instanceof DimseFault) log.info({ ...who, fault: error.code }, error.message)
  else log.error({ ...who, err: error }, 'a DICOM request failed')
}
