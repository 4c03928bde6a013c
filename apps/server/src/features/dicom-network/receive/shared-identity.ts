import type { Clock } from '@talus/node-kit/clock'
import type { KeyAndCertificate } from '@talus/node-kit/self-signed-certificate'
import { z } from 'zod'
import type { UnscopedDb } from '../../../db/open.ts'
import type { SecretBox } from '../../../secrets/secret-box.ts'

/** How servers on one PostgreSQL share the key and the certificate of DICOM over TLS. */
export interface SharedIdentityDeps {
  readonly unscopedDb: UnscopedDb
  readonly secrets: SecretBox
  readonly clock: Clock
}

const name = 'dicom-tls'
const Identity = z.object({ key: z.string(), cert: z.string() })

export class UnreadableIdentity extends Error {
  constructor(cause: unknown) {
    super(
      'the key of DICOM over TLS was stored with another SECRET_KEY: give all servers the same one',
      { cause },
    )
  }
}

export async function readSharedIdentity({
  unscopedDb,
  secrets,
}: SharedIdentityDeps): Promise<KeyAndCertificate | undefined> {
  const row = await unscopedDb
    .selectFrom('sharedSecret')
    .select('sharedSecret.sealed')
    .where('sharedSecret.name', '=', name)
    .executeTakeFirst()
  if (!row) return undefined
  try {
    return Identity.parse(JSON.parse(secrets.open(row.sealed)))
  } catch (error) {
    throw new UnreadableIdentity(error)
  }
}

/**
 * Stores an identity and returns the one that is valid for all servers: that of the server which was
 * first, unless it has to be replaced.
 */
export async function shareIdentity(
  deps: SharedIdentityDeps,
  identity: KeyAndCertificate,
  replaced: KeyAndCertificate | undefined,
): Promise<KeyAndCertificate> {
  const { unscopedDb, secrets, clock } = deps
  const sealed = secrets.seal(JSON.stringify(Identity.parse(identity)))
  const values = { name, sealed, createdOn: clock().toISOString() }
  await unscopedDb
    .insertInto('sharedSecret')
    .values(values)
    .onConflict((conflict) =>
      replaced
        ? conflict.column('name').doUpdateSet({ sealed, createdOn: values.createdOn })
        : conflict.column('name').doNothing(),
    )
    .execute()
  return (await readSharedIdentity(deps)) ?? identity
}
