import { refuse } from '@talus/contract'
import type { ClinicId, DicomServerTest } from '@talus/contract'
import type { z } from 'zod'
import { openConnection } from '../../../outbound/open-connection.ts'
import { countConnectionTest } from '../../../outbound/connection-test-limit.ts'
import { tryConnection } from '../../../outbound/try-connection.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import * as dicomServers from './dicom-servers.queries.ts'
import { echo } from './echo.ts'

/** Time limit for DNS, TCP, TLS, association and response together. */
const timeMs = 5000

export interface DicomTestDeps extends ChangeContext {
  readonly allowPrivateHosts: boolean
  readonly dicomTlsVerify: boolean
}

/** Tests the server described by the form with a C-ECHO; throws a refusal that says what failed. */
export async function testDicomServer(
  deps: DicomTestDeps,
  form: z.output<typeof DicomServerTest>,
  clinicId: ClinicId | null,
): Promise<void> {
  const { host, port, aeTitle, description, tls, id } = form
  const stored = id === undefined ? undefined : await dicomServers.find(deps.db, id)
  if (id !== undefined && stored === undefined) refuse('record/not-found')
  await countConnectionTest(deps.db.unscopedDb, deps.actor.id, deps.clock())

  const endpoint = { host, port }
  const refusal = await tryConnection({ ms: timeMs, endpoint }, async (signal) => {
    const socket = await openConnection({
      endpoint,
      signal,
      mayBePrivate: deps.allowPrivateHosts,
      ...(tls ? { tls: { verify: deps.dicomTlsVerify } } : {}),
    })
    await echo(socket, { calling: description, called: aeTitle }, endpoint)
  })

  await recordAuditEvent(deps, {
    action: 'dicom-server.test',
    entityId: id ?? null,
    subject: form.serverName,
    clinicId: stored?.clinicId ?? clinicId,
    after: { ...endpoint, tls, aeTitle, description, result: refusal?.code ?? 'success' },
  })
  if (refusal) throw refusal
}
