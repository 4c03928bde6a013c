import { getErrorCode } from '@talus/node-kit/error-code'
import type { Logger } from '@talus/node-kit/logger'
import type { KeyAndCertificate } from '@talus/node-kit/self-signed-certificate'
import type { Family } from '../../telemetry/registry.ts'
import { createAttemptLog } from './callers/attempt-log.ts'
import { createFindHandler } from './query/find.ts'
import { createNetworkUserLookup } from './callers/network-user.ts'
import { createReceiptLog } from './receive/receipt-log.ts'
import { startReceiver } from './receive/receiver-host.ts'
import type { HostDeps, ReceiverHost } from './receive/receiver-host.ts'
import { createGetHandler, createMoveHandler } from './query/retrieve.ts'
import type { RetrieveDeps } from './query/retrieve.ts'
import { defaultSendLimits } from './send/send-association.ts'
import type { SendLimits } from './send/send-association.ts'
import { UnreadableIdentity } from './receive/shared-identity.ts'
import { loadTlsIdentity } from './receive/tls-identity.ts'
import type { TlsIdentityDeps } from './receive/tls-identity.ts'

type HandlerDeps = HostDeps & RetrieveDeps

export interface ListenerDeps
  extends
    Omit<HandlerDeps, 'networkUser' | 'limits' | 'queries' | 'attempts' | 'receipts'>,
    TlsIdentityDeps {
  /** Time limits of the associations that send objects for a C-MOVE. */
  readonly sendLimits?: Partial<SendLimits> | undefined
  readonly dicomPort: number | null
  readonly dicomTlsPort: number | null
  readonly dicomBind: string | undefined
  /** Networks of the balancers that announce callers by the PROXY protocol. */
  readonly dicomProxies: readonly string[]
  readonly log: Logger
}

/** The open ports; null if a port is switched off or could not be opened. */
export interface DicomPorts {
  readonly port: number | null
  readonly tlsPort: number | null
}

export interface DicomListener {
  /** Opens the ports. A port that cannot be opened is logged, and the rest of the server runs. */
  readonly listen: () => Promise<DicomPorts>
  readonly ports: () => DicomPorts
  /** The certificate of the TLS port; undefined while the port is closed. */
  readonly getCertificate: () => Pick<KeyAndCertificate, 'cert'> | undefined
  readonly stop: () => Promise<void>
  readonly readMetrics: () => Promise<readonly Family[]>
}

/** Associations have this time to finish when the server stops; peers send the rest again. */
const stopMs = 3000

/** Serves other DICOM systems. No port is opened before `listen`. */
export function createDicomListener(deps: ListenerDeps): DicomListener {
  const { log, dicomBind: host, dicomProxies: proxies } = deps
  const attempts = createAttemptLog(deps)
  const networkUser = createNetworkUserLookup(deps.unscopedDb, deps.clock)
  const receipts = createReceiptLog({ ...deps, networkUser })
  const handlerDeps = {
    ...deps,
    attempts,
    limits: { ...defaultSendLimits, ...deps.sendLimits },
    networkUser,
    receipts,
  }
  const queries = {
    find: createFindHandler(handlerDeps),
    get: createGetHandler(handlerDeps),
    move: createMoveHandler(handlerDeps),
  }
  let receiver: ReceiverHost | undefined
  let identity: KeyAndCertificate | undefined
  let ports: DicomPorts = { port: deps.dicomPort, tlsPort: deps.dicomTlsPort }

  async function open(name: string, port: number | null, isTls: boolean) {
    if (port === null) return null
    try {
      const tls = isTls ? await loadTlsIdentity(deps) : undefined
      receiver ??= startReceiver({ ...handlerDeps, queries })
      const opened = await receiver.listen({ port, host, tls, proxies })
      identity = tls ?? identity
      return opened
    } catch (error) {
      // The settings of this server differ from those of the others.
      if (error instanceof UnreadableIdentity) throw error
      log.error({ err: error }, `no DICOM on port ${port} (${name}): ${describeListenError(error)}`)
      return null
    }
  }

  return {
    listen: async () => {
      await receipts.recover()
      ports = {
        port: await open('DICOM_PORT', deps.dicomPort, false),
        tlsPort: await open('DICOM_TLS_PORT', deps.dicomTlsPort, true),
      }
      return ports
    },
    ports: () => ports,
    getCertificate: () => identity,
    readMetrics: async () => (await receiver?.readMetrics()) ?? [],
    stop: async () => {
      await receiver?.stop(stopMs)
      await Promise.all([attempts.flush(), receipts.flush()])
    },
  }
}

function describeListenError(error: unknown): string {
  const code = getErrorCode(error)
  if (code === 'EADDRINUSE') return 'another program listens there'
  if (code === 'EACCES') return 'this user may not listen there'
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address (DICOM_BIND)'
  return error instanceof Error ? error.message : String(error)
}
