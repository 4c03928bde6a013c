import { refuse } from '@talus/contract'
import type { ClinicId, DicomServerTest } from '@talus/contract'
import type { z } from 'zod'
import { openConnection } from '../../outbound/open-connection.ts'
import { countTest } from '../../outbound/test-limit.ts'
import { tryConnection } from '../../outbound/try-connection.ts'
import { record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import * as dicomServers from './dicom-servers.queries.ts'
import { echo } from './echo.ts'

/** DNS, TCP, TLS, association and answer together. */
const timeMs = 5000

export interface DicomTestDeps extends Change {
  readonly allowPrivateHosts: boolean
  readonly dicomTlsVerify: boolean
}

/** Tries the server that the form describes with a C-ECHO; refuses with what went wrong. */
export async function test(
  deps: DicomTestDeps,
  form: z.output<typeof DicomServerTest>,
  clinicId: ClinicId | null,
): Promise<void> {
  const { host, port, aeTitle, description, tls, id } = form
  const stored = id === undefined ? undefined : await dicomServers.find(deps.db, id)
  if (id !== undefined && stored === undefined) refuse('record/not-found')
  await countTest(deps.db.unscopedDb, deps.actor.id, deps.clock())

  const place = { host, port }
  const verdict = await tryConnection({ ms: timeMs, place }, async (over) => {
    const socket = await openConnection({
      place,
      over,
      mayBePrivate: deps.allowPrivateHosts,
      ...(tls ? { tls: { verify: deps.dicomTlsVerify } } : {}),
    })
    await echo(socket, { calling: description, called: aeTitle }, place)
  })

  await record(deps, {
    action: 'dicom-server.test',
    entityId: id ?? null,
    subject: form.serverName,
    clinicId: stored?.clinicId ?? clinicId,
    after: { ...place, tls, aeTitle, description, result: verdict?.code ?? 'success' },
  })
  if (verdict) throw verdict
}
