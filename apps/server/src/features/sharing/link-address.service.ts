import { isLocalAddress, refuse } from '@talus/contract'
import type { ClinicId, LinkAddress } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { diffValues, recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import { isLoopback } from '../../outbound/loopback.ts'
import { listOwnAddresses } from '../../http/own-addresses.ts'

export interface LinkAddressDeps {
  readonly clock: Clock
  readonly publicUrl: string
  readonly basePath: string
  readonly host: string
  readonly port: number
}

const findClinic = async (db: ClinicDb, clinicId: ClinicId) =>
  (await db
    .selectFrom('clinic')
    .select(['clinic.id', 'clinic.name', 'clinic.linkAddress'])
    .where('clinic.id', '=', clinicId)
    .executeTakeFirst()) ?? refuse('record/not-found')

/** An address without a path is completed by the path of the web application. */
const toFolder = (address: string, basePath: string) => {
  const url = new URL(address)
  if (url.pathname === '/') url.pathname = basePath
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url.href
}

/** Finds the address with which links of a clinic begin. */
export async function findLinkAddress(
  db: ClinicDb,
  clinicId: ClinicId,
  { publicUrl, basePath }: Pick<LinkAddressDeps, 'publicUrl' | 'basePath'>,
): Promise<string> {
  const { linkAddress } = await findClinic(db, clinicId)
  return linkAddress === '' ? publicUrl : toFolder(linkAddress, basePath)
}

export async function describeLinkAddress(
  db: ClinicDb,
  clinicId: ClinicId,
  deps: LinkAddressDeps,
): Promise<LinkAddress> {
  const { linkAddress: own } = await findClinic(db, clinicId)
  const used = await findLinkAddress(db, clinicId, deps)
  return {
    own,
    used,
    isLocal: isLocalAddress(used),
    isServerLocal: isLoopback(deps.host),
    suggestions: listOwnAddresses(deps.port),
  }
}

/** Sets the address of a clinic; an empty one means that of the server. */
export async function updateLinkAddress(
  { db, ...change }: ChangeContext,
  clinicId: ClinicId,
  linkAddress: string,
): Promise<void> {
  // Such as http://999.1.1.1, whose parts are well-formed.
  if (linkAddress !== '' && !URL.canParse(linkAddress)) refuse('request/invalid')
  await db.transaction(async (db) => {
    const before = await findClinic(db, clinicId)
    await db.updateTable('clinic').set({ linkAddress }).where('id', '=', clinicId).execute()
    await recordAuditEvent(
      { ...change, db },
      {
        action: 'clinic.update',
        entityId: clinicId,
        subject: before.name,
        clinicId,
        ...diffValues({ linkAddress: before.linkAddress }, { linkAddress }),
      },
    )
  })
}
